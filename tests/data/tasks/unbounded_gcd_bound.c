// Euclid's algorithm on any two numbers keeps both below the bound of the inputs.
// expect: proved
// unwind: none
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a <= 1000000 && b <= 1000000);
    while (b != 0) {
        unsigned rest = a % b;
        assert(rest < b);
        a = b;
        b = rest;
        assert(a <= 1000000 && b < 1000000);
    }
    return 0;
}
