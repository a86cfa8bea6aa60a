// A filter of second order with a resonance leaves the bounds of its inputs.
// expect: violated
// unwind: 5
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float y = 0.0f, before = 0.0f;
    for (int i = 0; i < 4; i++) {
        float input = __VERIFIER_nondet_float();
        __VERIFIER_assume(input >= -1.0f && input <= 1.0f);
        float next = 0.75f * y - 0.5f * before + input;
        before = y;
        y = next;
    }
    assert(y <= 1.75f); // bad
    return 0;
}
