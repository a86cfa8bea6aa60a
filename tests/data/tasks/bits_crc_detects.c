// A cyclic redundancy check of two bytes notices every change of a single bit.
// expect: proved
// unwind: 9
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char step(unsigned char rest, unsigned char byte) {
    rest ^= byte;
    for (int i = 0; i < 8; i++)
        rest = (unsigned char)(rest & 0x80 ? rest << 1 ^ 0x31 : rest << 1);
    return rest;
}

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned bit = __VERIFIER_nondet_uint() % 16;
    unsigned char c = bit < 8 ? a ^ 1 << bit : a, d = bit < 8 ? b : b ^ 1 << (bit - 8);
    assert(step(step(0, a), b) != step(step(0, c), d));
    return 0;
}
