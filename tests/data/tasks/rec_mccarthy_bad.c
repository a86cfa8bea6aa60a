// McCarthy's function of 102 is not 91.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n) {
    return n > 100 ? n - 10 : f(f(n + 11));
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 99 && n <= 102);
    assert(f(n) == 91); // bad
    return 0;
}
