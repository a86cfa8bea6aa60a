// The average without overflow agrees with the average in more bits.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned long exact = ((unsigned long)a + b) / 2;
    unsigned average = (a & b) + ((a ^ b) >> 1);
    assert(average == exact);
    return 0;
}
