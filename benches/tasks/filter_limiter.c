// A limiter of the rate of change never lets its output jump by more than the rate and a small error.
// expect: proved
// unwind: 4
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float output = 0.0f;
    for (int i = 0; i < 3; i++) {
        float input = __VERIFIER_nondet_float(), before = output;
        __VERIFIER_assume(input >= -100.0f && input <= 100.0f);
        float change = input - output;
        if (change > 1.5f)
            change = 1.5f;
        else if (change < -1.5f)
            change = -1.5f;
        output = before + change;
        assert(output - before <= 1.501f && output - before >= -1.501f);
    }
    return 0;
}
