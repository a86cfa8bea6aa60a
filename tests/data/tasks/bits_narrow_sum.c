// A sum of bytes that is kept in a byte is not the sum.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), sum = a + b;
    assert((unsigned char)(sum - b) == a);
    assert(sum >= a); // bad
    return 0;
}
