// args: --check assert
// inputs: 0
// A callee establishes the fact, but only one branch in front of the loop calls it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int low = 5, high;

static void order(void)
{
    if (low > high) {
        low = high;
    }
}

int main(void)
{
    if (__VERIFIER_nondet_int()) {
        order();
    } else {
        low = 0;
    }
    for (int i = 0; i < 3; i++) {
        assert(low <= high);
        high++;
    }
    return 0;
}
