// A bit-field of three bits does not hold eight.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

struct packed {
    unsigned low : 3;
    unsigned high : 5;
};

int main(void) {
    struct packed p = {0, 21};
    unsigned x = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x <= 8);
    p.low = x;
    assert(p.high == 21);
    assert(p.low == x); // bad
    return 0;
}
