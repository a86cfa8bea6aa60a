// The absolute value without a branch of the least number is negative.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned mask = x < 0 ? ~0u : 0u;
    int absolute = (int)(((unsigned)x ^ mask) - mask);
    assert(absolute >= 0); // bad
    return 0;
}
