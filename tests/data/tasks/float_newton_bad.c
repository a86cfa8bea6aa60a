// One Newton step for a root is still far away.
// expect: violated
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float a = __VERIFIER_nondet_float(), x = 1.5f;
    __VERIFIER_assume(a >= 1.0f && a <= 4.0f);
    x = 0.5f * (x + a / x);
    assert(x * x - a <= 0.0625f); // bad
    return 0;
}
