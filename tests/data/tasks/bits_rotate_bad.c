// Rotating left by n and right by n changes something if one rotation is in sixteen bits.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned left(unsigned x, unsigned n) {
    return n % 32 ? x << n % 32 | x >> (32 - n % 32) : x;
}

static unsigned right(unsigned x, unsigned n) {
    return n % 16 ? x >> n % 16 | x << (32 - n % 16) : x;
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    assert(right(left(x, n), n) == x); // bad
    return 0;
}
