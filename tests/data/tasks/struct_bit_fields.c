// A bit-field of three bits holds its number modulo eight and leaves its neighbours alone.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct packed {
    unsigned low : 3;
    unsigned high : 5;
};

int main(void) {
    struct packed p = {0, 21};
    unsigned x = __VERIFIER_nondet_uint();
    p.low = x;
    assert(p.high == 21);
    assert(p.low == x % 8);
    return 0;
}
