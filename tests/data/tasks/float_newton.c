// One Newton step for a root from a good start lands near the range of the roots.
// expect: proved
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float(), x = 1.5f;
    __VERIFIER_assume(a >= 1.0f && a <= 4.0f);
    x = 0.5f * (x + a / x);
    assert(x >= 0.99f && x <= 2.1f);
    return 0;
}
