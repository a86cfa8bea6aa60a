// The sum of the first n odd numbers is n squared.
// expect: proved
// unwind: 13
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    __VERIFIER_assume(n >= 0 && n <= 12);
    for (int i = 0; i < n; i++) {
        sum += 2 * i + 1;
    }
    assert(sum == n * n);
    return 0;
}
