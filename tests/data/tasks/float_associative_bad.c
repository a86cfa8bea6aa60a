// Sums of floats are not associative.
// expect: violated
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float(), c = __VERIFIER_nondet_float();
    __VERIFIER_assume(a > 0.5f && a < 4.0f && b > 0.5f && b < 4.0f && c > 0.5f && c < 4.0f);
    assert((a + b) + c == a + (b + c)); // bad
    return 0;
}
