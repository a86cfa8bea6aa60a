// A clamped value is in the range whatever comes, if the comparisons are the right way round.
// expect: proved
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    float y = x >= 0.0f ? (x <= 100.0f ? x : 100.0f) : 0.0f;
    assert(y >= 0.0f && y <= 100.0f);
    return 0;
}
