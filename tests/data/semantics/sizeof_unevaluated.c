// sizeof of expressions: nothing is evaluated; of types, strings, members, functions' results.
#include <stdio.h>

static int calls;
static long long f(void) { calls++; return 1; }
struct s { int a[5]; char c; struct { short x; } in; };

int main(void)
{
    int i = 0, arr[6];
    struct s *p = 0;
    printf("%d %d\n", (int)sizeof(i++), i);
    printf("%d %d\n", (int)sizeof f(), calls);
    printf("%d %d\n", (int)sizeof(p->a), (int)sizeof p->in.x);
    printf("%d\n", (int)sizeof(*p));
    printf("%d %d\n", (int)sizeof arr, (int)sizeof(arr + 0) == (int)sizeof(void *));
    printf("%d %d\n", (int)sizeof &arr == (int)sizeof(void *), (int)sizeof *&arr);
    printf("%d\n", (int)sizeof(char[3][7]));
    printf("%d %d\n", (int)sizeof "hello", (int)sizeof("a" "b"));
    printf("%d\n", (int)sizeof((char)1 + (char)2));
    printf("%d\n", (int)sizeof(i = 5.0));
    printf("%d %d\n", i, (int)sizeof(1 ? 1 : 2.0));
    printf("%d\n", (int)sizeof(struct { char a; int b; }));
    printf("%d\n", (int)sizeof(int (*)[10]) == (int)sizeof(void *));
    printf("%d\n", (int)sizeof(((struct s *)0)->a[0]));
    printf("%d\n", (int)sizeof(i, arr[0]));
    printf("%d\n", (int)sizeof (i)[&arr[0]]);
    printf("%d\n", (int)(sizeof(int) - 5 > 0));
    printf("%d\n", (int)(sizeof arr / sizeof arr[0]));
    printf("%d %d\n", (int)sizeof(void), (int)sizeof(f));
    printf("%d\n", (int)_Alignof(struct s));
    char c = sizeof(int) * 2;
    return c + calls;
}
