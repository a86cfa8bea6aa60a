// Reversing the bits of a byte by masks agrees with reversing them one by one.
// expect: proved
// unwind: 9
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), slow = 0, fast = x;
    for (int i = 0; i < 8; i++)
        if (x >> i & 1)
            slow |= 1 << (7 - i);
    fast = (unsigned char)(fast << 4 | fast >> 4);
    fast = (unsigned char)((fast & 0x33) << 2 | (fast & 0xcc) >> 2);
    fast = (unsigned char)((fast & 0x55) << 1 | (fast & 0xaa) >> 1);
    assert(slow == fast);
    return 0;
}
