// Initialisers of locals with calls and side effects, in order of their position; copies of arrays of strings.
#include <stdio.h>

static int n;
static int next(void) { return ++n; }
struct in { int a, b; };
struct out { struct in x[2]; int y; const char *s; };

static struct in pair(void) { int a = next(); return (struct in){ a, a * 10 }; }

int main(void)
{
    int k = 5;
    struct out o = { { { k, k + 1 }, pair() }, k * 2, k > 3 ? "big" : "small" };
    printf("%d %d %d %d %d %s\n", o.x[0].a, o.x[0].b, o.x[1].a, o.x[1].b, o.y, o.s);
    int arr[4] = { next() };
    printf("%d %d\n", arr[0], arr[3]);
    struct out p = { .y = next() }, q = o;
    printf("%d %d %s\n", p.y, p.s == 0, q.s);
    struct in list[] = { pair(), { 1 }, o.x[0] };
    printf("%d %d %d\n", list[0].b, list[1].b, list[2].b);
    char text[2][6] = { "hello", { 'w', 'o' } };
    printf("%s %s\n", text[0], text[1]);
    const char *names[3] = { [1] = o.s };
    printf("%d %s\n", names[0] == 0, names[1]);
    union { int i; char c[8]; } u = { k };
    printf("%d\n", u.i);
    int x = 4;
    double d[2] = { k, 1 };
    return (int)d[0] + x + n;
}
