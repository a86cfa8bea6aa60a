// A countdown by any step of one to three ends at zero, or at one or two below.
// expect: proved
// unwind: 16
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = 15;
    while (x > 0) {
        int step = __VERIFIER_nondet_int();
        __VERIFIER_assume(step >= 1 && step <= 3);
        x -= step;
    }
    assert(x <= 0 && x >= -2);
    return 0;
}
