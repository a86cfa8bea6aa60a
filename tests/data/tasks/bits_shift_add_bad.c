// Multiplying by shifts and additions loses the highest bit of the multiplier.
// expect: violated
// unwind: 8
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), product = 0;
    for (int i = 0; i < 7; i++)
        if (b >> i & 1)
            product += a << i;
    assert(product == a * b); // bad
    return 0;
}
