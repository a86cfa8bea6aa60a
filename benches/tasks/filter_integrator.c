// A leaky integrator of one-sided inputs comes above its alarm level.
// expect: violated
// unwind: 6
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float level = 0.0f;
    for (int i = 0; i < 5; i++) {
        float input = __VERIFIER_nondet_float();
        __VERIFIER_assume(input >= 0.0f && input <= 1.0f);
        level = 0.875f * level + input * input;
    }
    assert(level < 3.0f); // bad
    return 0;
}
