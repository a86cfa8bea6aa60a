// The order of positive floats is that of their bits.
// expect: proved
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assume(int);

union both {
    float value;
    int bits;
};

int main(void) {
    union both a, b;
    a.value = __VERIFIER_nondet_float();
    b.value = __VERIFIER_nondet_float();
    __VERIFIER_assume(a.value > 0.0f && b.value > 0.0f);
    if (a.value < b.value)
        assert(a.bits < b.bits);
    return 0;
}
