// Counting bits by folding goes wrong when the masks of the second step overlap.
// expect: violated
// unwind: 3
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned folded(unsigned x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333313u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort(), count = 0;
    for (unsigned left = x; left; left &= left - 1)
        count++;
    assert(folded(x) == count); // bad
    return 0;
}
