// Sums of fixed-point numbers in a structure forget the carry.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

struct fixed {
    int whole;
    unsigned char part;
};

static struct fixed plus(struct fixed a, struct fixed b) {
    struct fixed sum;
    int part = a.part + b.part;
    sum.part = (unsigned char)part;
    sum.whole = a.whole + b.whole;
    return sum;
}

int main(void) {
    struct fixed a = {__VERIFIER_nondet_short(), __VERIFIER_nondet_uchar()};
    struct fixed b = {__VERIFIER_nondet_short(), __VERIFIER_nondet_uchar()}, sum = plus(a, b);
    assert(sum.whole * 256 + sum.part == a.whole * 256 + a.part + b.whole * 256 + b.part); // bad
    return 0;
}
