// A clamp lets what is not a number through.
// expect: violated
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = __VERIFIER_nondet_float();
    float y = x < 0.0f ? 0.0f : x > 100.0f ? 100.0f : x;
    assert(y >= 0.0f && y <= 100.0f); // bad
    return 0;
}
