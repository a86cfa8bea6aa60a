// A negative number is not less than an unsigned one after the conversion.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a = __VERIFIER_nondet_int();
    unsigned b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a < 0 && b > 0);
    assert((long)a < (long)b);
    assert((unsigned)a < b); // bad
    return 0;
}
