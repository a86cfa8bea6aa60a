// A sum overflows exactly if both signs differ from that of the wrapped sum.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int wrapped = (int)((unsigned)a + (unsigned)b);
    long exact = (long)a + b;
    int overflow = exact < -2147483647L - 1 || exact > 2147483647L;
    int guess = ((a ^ wrapped) & (b ^ wrapped)) < 0;
    assert(overflow == guess);
    return 0;
}
