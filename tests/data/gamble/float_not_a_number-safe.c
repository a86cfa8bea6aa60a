// args: --check assert
// inputs: 0
// The divisor is never 0.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static double last;

static void keep(double x)
{
    last = x;
    assert(last == x);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    double zero = n + 1;
    keep(zero * 0.0 / zero);
    return 0;
}
