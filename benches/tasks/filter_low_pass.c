// A low-pass filter of first order keeps bounded inputs in the bounds.
// expect: proved
// unwind: 4
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float state = 0.0f;
    for (int i = 0; i < 3; i++) {
        float input = __VERIFIER_nondet_float();
        __VERIFIER_assume(input >= -8.0f && input <= 8.0f);
        state = state + 0.25f * (input - state);
        assert(state >= -8.5f && state <= 8.5f);
    }
    return 0;
}
