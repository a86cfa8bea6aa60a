// args: --check assert
// assumes: unchecked-order
// CBMC and compilers have each their own order; C leaves it open.
#include <assert.h>

static int last;

static int first(void)
{
    last = 1;
    return 0;
}

static int second(void)
{
    last = 2;
    return 0;
}

static int sum(int a, int b)
{
    return a + b;
}

int main(void)
{
    sum(first(), second());
    assert(last == 2); // => proved
    return 0;
}
