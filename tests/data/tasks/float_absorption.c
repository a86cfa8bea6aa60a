// A small number vanishes in a sum with a large one.
// expect: violated
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x > 0.0f && x < 1.0e10f);
    assert(x + 1.0f >= x);
    assert(x + 1.0f > x); // bad
    return 0;
}
