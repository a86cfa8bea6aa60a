// A product with a sum is the sum of the products, for factors of five bits.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 32, b = __VERIFIER_nondet_uchar() % 32, c = __VERIFIER_nondet_uchar() % 32;
    assert((a + b) * c == a * c + b * c);
    return 0;
}
