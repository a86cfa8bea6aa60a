// Trial division up to the root finds a divisor of every composite number below 121.
// expect: proved
// unwind: 6
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static int is_prime(unsigned x) {
    for (unsigned d = 2; d <= 10; d++) {
        if (d < x && x % d == 0)
            return 0;
    }
    return x > 1;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a >= 2 && a <= 11 && b >= 2 && b <= 11);
    __VERIFIER_assume(a * b < 121);
    assert(!is_prime(a * b));
    return 0;
}
