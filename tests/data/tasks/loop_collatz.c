// Every start below thirteen comes to one within nineteen Collatz steps.
// expect: proved
// unwind: 20
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int steps = 0;
    __VERIFIER_assume(x >= 1 && x <= 12);
    while (x != 1 && steps < 19) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    assert(x == 1);
    return 0;
}
