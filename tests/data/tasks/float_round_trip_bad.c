// A number of thirty-two bits does not survive the way through a float.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > -2000000000 && x < 2000000000);
    float d = x;
    assert((int)d == x); // bad
    return 0;
}
