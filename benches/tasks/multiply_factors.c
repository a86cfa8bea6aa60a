// A number of thirty-two bits is the product of two primes of sixteen bits each.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    __VERIFIER_assume(a > 1 && b >= a);
    assert(a * b != 46337u * 50021u); // bad
    return 0;
}
