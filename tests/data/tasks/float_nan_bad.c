// A number that is neither less nor greater than another need not be equal to it.
// expect: violated
// unwind: 1
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    if (!(x < y) && !(x > y))
        assert(x == y); // bad
    return 0;
}
