// The digits of a four-digit number do not come back when the last is a zero, which a reversal drops.
// expect: violated
// unwind: 5
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned backwards(unsigned x) {
    unsigned result = 0;
    while (x > 0) {
        result = result * 10 + x % 10;
        x /= 10;
    }
    return result;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x >= 1000 && x <= 1063);
    unsigned y = backwards(backwards(x));
    assert(x == y); // bad
    return 0;
}
