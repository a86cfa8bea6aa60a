// Extending the sign of twelve bits by subtraction alone is wrong for positive numbers.
// expect: violated
// unwind: 1
#include <assert.h>

extern short __VERIFIER_nondet_short(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_short();
    __VERIFIER_assume(x >= -2048 && x < 2048);
    int low = x & 0xfff;
    int back = low - 0x1000;
    assert(back == x); // bad
    return 0;
}
