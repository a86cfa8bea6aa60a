// Extending the sign of twelve bits by exclusive or and subtraction is exact.
// expect: proved
// unwind: 1
#include <assert.h>

extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_short();
    __VERIFIER_assume(x >= -2048 && x < 2048);
    int low = x & 0xfff;
    int back = (low ^ 0x800) - 0x800;
    assert(back == x);
    return 0;
}
