// The middle of three numbers by a chain of conditions is wrong for one order.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int middle(int a, int b, int c) {
    return a < b ? (b < c ? b : a < c ? c : a) : a < c ? b : b < c ? c : b;
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int m = middle(a, b, c);
    assert(m == a || m == b || m == c);
    assert((m >= a) + (m >= b) + (m >= c) >= 2); // bad
    return 0;
}
