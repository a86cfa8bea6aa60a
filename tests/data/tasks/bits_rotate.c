// Rotating left and then right by the same amount changes nothing.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned left(unsigned x, unsigned n) {
    return n % 32 ? x << n % 32 | x >> (32 - n % 32) : x;
}

static unsigned right(unsigned x, unsigned n) {
    return n % 32 ? x >> n % 32 | x << (32 - n % 32) : x;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    assert(right(left(x, n), n) == x);
    return 0;
}
