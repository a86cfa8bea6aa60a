// The greatest common divisor by recursion of zero and zero is not positive.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
    return b == 0 ? a : gcd(b, a % b);
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 16, b = __VERIFIER_nondet_uchar() % 16;
    unsigned d = gcd(a, b);
    assert(d > 0); // bad
    return 0;
}
