// The square of a sum of two numbers of six bits, by the binomial formula.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 64, b = __VERIFIER_nondet_uchar() % 64;
    assert((a + b) * (a + b) == a * a + 2 * a * b + b * b);
    return 0;
}
