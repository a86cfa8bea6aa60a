// The towers of Hanoi take more moves than the square of the discs, from five discs on.
// expect: violated
// unwind: 5
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int moves(int discs) {
    return discs == 0 ? 0 : 2 * moves(discs - 1) + 1;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 10);
    assert(moves(n) <= n * n); // bad
    return 0;
}
