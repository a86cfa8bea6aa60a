// McCarthy's function is 91 for arguments from 97 to 101.
// expect: proved
// unwind: 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int f(int n) {
    return n > 100 ? n - 10 : f(f(n + 11));
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 97 && n <= 101);
    assert(f(n) == 91);
    return 0;
}
