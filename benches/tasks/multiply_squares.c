// The difference of two squares is the product of sum and difference, for factors of seven bits.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 128, b = __VERIFIER_nondet_uchar() % 128;
    __VERIFIER_assume(a >= b);
    assert(a * a - b * b == (a + b) * (a - b));
    return 0;
}
