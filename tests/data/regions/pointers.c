// A call through a pointer may lead to every function whose address is used; a comparison is only given away.
#include <assert.h>
#include <stdlib.h>

static int twice(int x)
{
    assert(x < 1000);
    return 2 * x;
}

static int same(int x)
{
    return x;
}

static int direct(int x)
{
    assert(x == 1);
    return x;
}

static int compare(const void *a, const void *b)
{
    assert(a != b);
    return *(const int *)a - *(const int *)b;
}

int (*const table[])(int) = {twice, same};

static int apply(int (*f)(int), int x)
{
    return f(x);
}

int main(void)
{
    int values[3] = {3, 1, 2}, s = 0;
    for (int i = 0; i < 3; i++)
        s += table[i % 2](values[i]);
    qsort(values, 3, sizeof values[0], compare);
    return apply(twice, s) + direct(1);
}
