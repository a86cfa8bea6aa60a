// A sum of equal signs need not overflow.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int wrapped = (int)((unsigned)a + (unsigned)b);
    long exact = (long)a + b;
    int overflow = exact < -2147483647L - 1 || exact > 2147483647L;
    int guess = (a ^ b) >= 0 && (a & 0x40000000);
    assert(overflow == guess); // bad
    return 0;
}
