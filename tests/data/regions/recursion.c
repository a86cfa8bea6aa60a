// Functions that call themselves and each other; some are called from outside, some not.
#include <assert.h>

int factorial(int n)
{
    assert(n >= 0);
    return n == 0 ? 1 : n * factorial(n - 1);
}

int odd(int n);

static int step(int n)
{
    for (int i = 0; i < 2; i++)
        assert(n > 0);
    return odd(n - 1);
}

int even(int n)
{
    return n == 0 ? 1 : step(n);
}

int odd(int n)
{
    int r = 0;
    while (n != 0)
        r += even(--n);
    return r;
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        factorial(i);
    return even(4);
}
