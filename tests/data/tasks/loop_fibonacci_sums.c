// The first n Fibonacci numbers add up to one less than the one two places on.
// expect: proved
// unwind: 26
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = 0, b = 1, sum = 0, n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 25);
    for (unsigned i = 0; i < n; i++) {
        sum += a;
        unsigned next = a + b;
        a = b;
        b = next;
        assert(sum + 1 == b);
    }
    assert(b > sum);
    return 0;
}
