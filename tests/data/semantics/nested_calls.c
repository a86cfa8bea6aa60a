// Calls as arguments of calls, in conditions, in returns, discarded results, through parentheses and commas.
#include <stdio.h>

static int depth;
static int id(int x) { depth++; return x; }
static int add(int a, int b) { return a + b; }
static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
static void nothing(void) { }
static int zero(void) { return 0; }
static const char *pick(int n) { return n ? "one" : "none"; }

int main(void)
{
    printf("%d\n", add(add(id(1), id(2)), add(id(3), add(id(4), 5))));
    printf("%d\n", three(id(1), id(2), id(3)));
    printf("%d\n", depth);
    id(5), id(6);
    (void)id(7);
    nothing();
    (nothing)();
    (*nothing)();
    printf("%s %s\n", pick(id(1)), pick(zero()));
    if (id(add(zero(), 1)) && !zero())
        printf("yes\n");
    while (add(id(depth), -20) < 0)
        ;
    printf("%d\n", depth);
    int x = id(1) ? add(1, 2) : add(3, 4);
    x += id(x) + zero();
    printf("%d\n", x);
    printf("%d\n", pick(1)[id(2)]);
    return add(x, id(id(id(2))));
}
