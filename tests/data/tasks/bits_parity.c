// The parity by folding agrees with the parity by counting.
// expect: proved
// unwind: 17
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort(), y = x;
    int parity = 0;
    for (int i = 0; i < 16; i++)
        parity ^= (int)(x >> i & 1);
    for (int width = 8; width > 0; width /= 2)
        y ^= y >> width;
    assert(parity == (int)(y & 1));
    return 0;
}
