// Division by three is a multiplication with a reciprocal and a shift, for all numbers of sixteen bits.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort();
    unsigned quotient = x * 43691u >> 17;
    assert(quotient == x / 3);
    return 0;
}
