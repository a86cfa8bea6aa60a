// A number of thirty-two bits survives the way through a double.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > -2000000000 && x < 2000000000);
    double d = x;
    assert((int)d == x);
    return 0;
}
