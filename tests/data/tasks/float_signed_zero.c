// The two zeros are equal, but their reciprocals are not.
// expect: violated
// unwind: 1
#include <assert.h>

extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    __VERIFIER_assume(x == y && x <= 1.0 && x >= -1.0);
    double p = x + 1.0, q = y + 1.0;
    assert(p == q);
    if (x == 0.0)
        assert(1.0 / x == 1.0 / y); // bad
    return 0;
}
