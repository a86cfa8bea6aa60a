// A label ERROR that is passed without harm.
#include <stdio.h>

static int f(int n)
{
    if (n > 2)
        goto ERROR;
    return n;
ERROR:
    n -= 100;
    return n;
}

int main(void)
{
    printf("%d %d\n", f(1), f(3));
    return 0;
}
