// A cyclic redundancy check that starts with ones is not linear.
// expect: violated
// unwind: 9
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char crc(unsigned char byte) {
    unsigned char rest = byte ^ 0xff;
    for (int i = 0; i < 8; i++)
        rest = (unsigned char)(rest & 0x80 ? rest << 1 ^ 0x07 : rest << 1);
    return rest;
}

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    assert((crc(a) ^ crc(b)) == crc(a ^ b)); // bad
    return 0;
}
