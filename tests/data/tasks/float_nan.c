// A number that differs from itself is not a number, and compares with nothing.
// expect: proved
// unwind: 1
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    if (x != x)
        assert(!(x < y) && !(x >= y) && !(y == x));
    return 0;
}
