// Multiplying with a factor from zero to one never makes a positive number greater.
// expect: proved
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float(), factor = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.0f && x <= 1.0e30f && factor >= 0.0f && factor <= 1.0f);
    assert(x * factor <= x);
    return 0;
}
