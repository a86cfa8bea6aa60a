// flags: -std=gnu89
// K&R definitions, implicit int, implicit declarations, default promotions of arguments.
#include <stdio.h>

counter;
static stat = 5;

add(a, b)
    int a;
    int b;
{
    return a + b;
}

mixed(c, s, f, d, p)
    char c;
    short s;
    float f;
    double d;
    char *p;
{
    printf("%d %d %.2f %.2f %s\n", c, s, f, d, p);
    return sizeof f + sizeof c;
}

int defaults(x, y)
{
    return x * y;
}

char *name(arr, fn)
    char *arr[];
    int fn();
{
    return arr[fn(1, 0)];
}

void nothing() { counter++; }

main(argc, argv)
    char **argv;
{
    register i = 3;
    auto j = 4;
    const k = 5;
    char *names[2];
    names[0] = "zero";
    names[1] = "one";
    printf("%d\n", add(i, j) + k);
    printf("%d\n", mixed(300, 70000, 1.5, 2.5f, "str"));
    printf("%d\n", defaults(6, 7));
    printf("%s\n", name(names, add));
    nothing();
    nothing();
    printf("%d %d\n", counter, stat);
    printf("%d\n", later(20));
    printf("%d\n", argc);
    return later(1);
}

later(n) { return n + 1; }
