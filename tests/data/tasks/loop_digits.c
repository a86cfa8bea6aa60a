// The digits of a four-digit number, written backwards twice, give the number again.
// expect: proved
// unwind: 5
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static unsigned backwards(unsigned x) {
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        result = result * 10 + x % 10;
        x /= 10;
    }
    return result;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x >= 1000 && x <= 1063);
    unsigned y = backwards(backwards(x));
    assert(x == y);
    return 0;
}
