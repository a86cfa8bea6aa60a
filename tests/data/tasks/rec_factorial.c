// A factorial by recursion agrees with that by a loop.
// expect: proved
// unwind: 6
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned factorial(unsigned n) {
    return n == 0 ? 1 : n * factorial(n - 1);
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), product = 1;
    __VERIFIER_assume(n <= 6);
    for (unsigned i = 2; i <= n; i++)
        product *= i;
    assert(factorial(n) == product);
    return 0;
}
