// A cyclic redundancy check of one byte is linear with respect to exclusive or.
// expect: proved
// unwind: 9
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char crc(unsigned char byte) {
    unsigned char rest = byte;
    for (int i = 0; i < 8; i++)
        rest = (unsigned char)(rest & 0x80 ? rest << 1 ^ 0x07 : rest << 1);
    return rest;
}

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    assert((crc(a) ^ crc(b)) == crc(a ^ b));
    return 0;
}
