// Statement expressions: values, declarations inside, side effects, nesting, leaving them, in conditions.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) ({ __typeof__(a) t = (a); (a) = (b); (b) = t; (void)0; })

struct p { int x, y; };
static int calls;
static int next(void) { return ++calls; }

static int leave(int n)
{
    int r = 1 + ({ if (n > 3) return 99; n * 2; });
    return r;
}

static int jump(int n)
{
    int i = 0;
    for (; i < 10; i++) {
        int v = ({ if (i == n) break; if (i & 1) continue; i; });
        calls += v;
    }
    return i;
}

int main(void)
{
    printf("%d\n", MAX(next(), 0));
    printf("%d\n", calls);
    printf("%d\n", MAX(MAX(3, 9), MAX(4, 5)));
    int a = 1, b = 2;
    SWAP(a, b);
    printf("%d %d\n", a, b);
    int x = ({ int s = 0; for (int i = 0; i < 5; i++) s += i; s; });
    printf("%d\n", x);
    printf("%d %d\n", leave(2), leave(4));
    calls = 0;
    int jumped = jump(5);
    printf("%d %d\n", jumped, calls);
    if (({ int t = a; t > 1; }) && ({ calls++; 1; }))
        printf("yes %d\n", calls);
    struct p q = ({ struct p t = { 3, 4 }; t; });
    printf("%d\n", q.x + q.y);
    printf("%d\n", ({ struct p t = { 5, 6 }; t; }).y);
    const char *s = ({ "string"; });
    printf("%s\n", s);
    int n = 3;
    while (({ n--; n >= 0; }))
        printf("%d ", n);
    printf("\n");
    ({ a = 10; ({ a++; }); });
    printf("%d\n", a);
    int arr[] = { 1, 2, 3 };
    printf("%d\n", arr[({ int i = 1; ++i; })]);
    int y = ({ lab: if (++a < 15) goto lab; a; });
    printf("%d\n", y);
    for (int i = ({ 2; }); i < ({ 4; }); i += ({ 1; }))
        printf("%d", i);
    printf("\n");
    printf("%d\n", 0 && ({ calls = 1000; 1; }));
    char c = ({ 300; });
    return c + calls;
}
