// Multiplying by shifts and additions agrees with multiplication.
// expect: proved
// unwind: 9
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), product = 0;
    for (int i = 0; i < 8; i++)
        if (b >> i & 1)
            product += a << i;
    assert(product == a * b);
    return 0;
}
