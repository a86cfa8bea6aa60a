// A countdown by steps of one to three can jump over zero.
// expect: violated
// unwind: 7
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
    assert(x == 0); // bad
    return 0;
}
