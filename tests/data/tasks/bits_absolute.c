// The absolute value without a branch agrees with that by a branch.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > -2147483647 - 1);
    unsigned mask = x < 0 ? ~0u : 0u;
    int absolute = (int)(((unsigned)x ^ mask) - mask);
    assert(absolute >= 0);
    return 0;
}
