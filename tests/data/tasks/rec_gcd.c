// The greatest common divisor by recursion divides both numbers.
// expect: proved
// unwind: 6
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
    return b == 0 ? a : gcd(b, a % b);
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 16, b = __VERIFIER_nondet_uchar() % 16;
    unsigned d = gcd(a, b);
    if (a || b)
        assert(d > 0 && a % d == 0 && b % d == 0);
    return 0;
}
