// The towers of Hanoi take one move less than a power of two.
// expect: proved
// unwind: 10
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int moves(int discs) {
    return discs == 0 ? 0 : 2 * moves(discs - 1) + 1;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 10);
    assert(moves(n) == (1 << n) - 1);
    return 0;
}
