// The start nine needs more than fifteen Collatz steps.
// expect: violated
// unwind: 16
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int steps = 0;
    __VERIFIER_assume(x >= 1 && x <= 12);
    while (x != 1 && steps < 15) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    assert(x == 1); // bad
    return 0;
}
