// The body of a do loop runs once even when the bound is zero.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    __VERIFIER_assume(n >= 0 && n <= 6);
    do
        i++;
    while (i < n);
    assert(i >= n);
    assert(i == n); // bad
    return 0;
}
