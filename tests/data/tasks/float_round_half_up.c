// Adding a half and truncating rounds every number with at most one binary place.
// expect: proved
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.0f && x < 1000.0f);
    __VERIFIER_assume(x * 2.0f == (float)(int)(x * 2.0f));
    int rounded = (int)(x + 0.5f);
    assert((double)rounded - (double)x <= 0.5);
    return 0;
}
