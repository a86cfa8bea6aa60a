// Function pointers: tables, parameters, results, casts, comparison, calls through any number of stars.
#include <stdio.h>

typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op table[] = { add, sub, &mul };

static op choose(char c)
{
    return c == '+' ? add : c == '-' ? &sub : *mul;
}

static int (*choose2(int n))(int, int) { return table[n % 3]; }
static int apply(int f(int, int), int a, int b) { return f(a, b); }
static int grid[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int (*row(int i))[3] { return &grid[i]; }
static int (*(*rows[])(int))[3] = { row, row };
static void nothing(void) { }
static const char *hello(void) { return "hello"; }

struct ops { op f; int (*g)(struct ops *); int state; };
static int next(struct ops *o) { return o->state++; }

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d ", table[i](7, 3));
    printf("\n");
    printf("%d %d %d\n", choose('+')(1, 2), (*choose('-'))(1, 2), (***choose('*'))(3, 4));
    printf("%d\n", choose2(5)(6, 7));
    printf("%d %d\n", apply(add, 1, 1), apply(&sub, 1, 1));
    printf("%d %d\n", (*row(1))[2], (*rows[1](0))[1]);
    op p = 0;
    printf("%d %d\n", p == 0, !p);
    p = add;
    printf("%d %d\n", p == &add, p != sub);
    void (*v)(void) = nothing;
    v();
    (*v)();
    (void)(op)v;
    struct ops o = { mul, next, 40 };
    int first = o.g(&o);
    printf("%d %d %d\n", o.f(2, 3), first, o.state);
    printf("%s\n", ((const char *(*)(void))(void (*)(void))hello)());
    op *q = table + 1;
    printf("%d\n", (*q)(10, 1) + q[1](2, 2));
    int (*const k)(int, int) = sub;
    return k(o.state, -1);
}
