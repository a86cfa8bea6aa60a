// The average of the last four inputs lies between the least and the greatest.
// expect: proved
// unwind: 7
#include <assert.h>

extern short __VERIFIER_nondet_short(void);

int main(void) {
    float window[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (int i = 0; i < 6; i++) {
        float input = __VERIFIER_nondet_short();
        window[i % 4] = input;
        float average = (window[0] + window[1] + window[2] + window[3]) * 0.25f;
        assert(average >= -32768.0f && average <= 32767.0f);
    }
    return 0;
}
