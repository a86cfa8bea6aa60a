// A low-pass filter whose weights add up to more than one leaves the bounds.
// expect: violated
// unwind: 3
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float state = 0.0f;
    for (int i = 0; i < 4; i++) {
        float input = __VERIFIER_nondet_float();
        __VERIFIER_assume(input >= -1.0f && input <= 1.0f);
        state = 0.625f * state + 0.5f * input;
        assert(state >= -1.0f && state <= 1.0f); // bad
    }
    return 0;
}
