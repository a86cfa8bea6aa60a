// gcc-only
// A type that may alias any other keeps its licence at every level of optimisation.
#include <stdio.h>

typedef short __attribute__((may_alias)) half;

static int __attribute__((noinline)) set(int *i, half *h)
{
    *i = 0x12345678;
    *h = 0;
    return *i;
}

int main(void)
{
    int x = 1;
    printf("%x\n", set(&x, (half *)&x));
    return 0;
}
