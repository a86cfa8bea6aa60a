// The sum of the first numbers by a loop that starts one too late misses the formula for some bound.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), sum = 0;
    __VERIFIER_assume(n <= 20);
    for (unsigned i = 2; i <= n; i++)
        sum += i;
    assert(sum == n * (n + 1) / 2); // bad
    return 0;
}
