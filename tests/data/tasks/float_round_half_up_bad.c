// Adding a half and truncating rounds the greatest float below a half to one.
// expect: violated
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.0f && x < 1000.0f);
    int rounded = (int)(x + 0.5f);
    assert((double)rounded - (double)x <= 0.5); // bad
    return 0;
}
