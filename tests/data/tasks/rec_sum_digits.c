// The sum of the digits leaves the same remainder by nine, but not by seven.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned digits(unsigned n) {
    return n < 10 ? n : n % 10 + digits(n / 10);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n < 1000);
    assert(digits(n) % 9 == n % 9);
    assert(digits(n) % 7 == n % 7); // bad
    return 0;
}
