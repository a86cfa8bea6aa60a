// Division by three by a reciprocal that is too short fails for some number of sixteen bits.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort();
    unsigned quotient = x * 10923u >> 15;
    assert(quotient == x / 3); // bad
    return 0;
}
