// The integer root, bit by bit, is wrong when the comparison is strict.
// expect: violated
// unwind: 9
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort(), root = 0;
    for (unsigned bit = 128; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) < x)
            root += bit;
    assert(root * root <= x);
    assert((root + 1) * (root + 1) > x); // bad
    return 0;
}
