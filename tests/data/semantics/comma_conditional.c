// Comma and conditional operators: values, lvalues reached through them, void arms, mixed pointer arms.
#include <stdio.h>

static int n;
static void inc(void) { n++; }
static void dec(void) { n--; }
struct s { int a; char b[4]; };
static struct s s1 = { 1, "one" }, s2 = { 2, "two" };

int main(void)
{
    int a = (inc(), inc(), n);
    printf("%d\n", a);
    a > 5 ? inc() : dec();
    printf("%d\n", n);
    int x = 1, y = 2;
    *(a ? &x : &y) = 10;
    printf("%d %d\n", x, y);
    (n++, s1).a;
    printf("%d %s\n", (a ? s1 : s2).a, (a == 9 ? s1 : s2).b);
    const char *c = a ? "yes" : 0;
    void *v = a ? (void *)&x : &y;
    printf("%s %d\n", c, v == &x);
    printf("%d\n", (int)sizeof(a ? 1 : 1.0));
    printf("%d\n", (int)sizeof(a ? (char)1 : (short)2));
    printf("%.1f\n", a ? 1 : 2.5);
    printf("%d\n", a ? -1 : 1u);
    printf("%d\n", (a ? -1 : 1u) > 0);
    int arr[3] = { 1, 2, 3 };
    int *p = a ? arr : 0;
    printf("%d\n", p[2]);
    printf("%d\n", (a ? arr : &x)[1]);
    printf("%d\n", (0, arr)[0]);
    printf("%d\n", (int)sizeof(0, arr) == (int)sizeof(int *));
    int (*f)(const char *) = a ? puts : 0;
    f("called");
    for (x = 0, y = 10; x < y; x += 3, y--)
        ;
    printf("%d %d\n", x, y);
    return a ? n ? x == y ? 1 : 2 : 3 : 4;
}
