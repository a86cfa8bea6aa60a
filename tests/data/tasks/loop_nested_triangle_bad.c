// Two nested loops also visit the pairs of equal elements, which the formula does not count.
// expect: violated
// unwind: 2
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), pairs = 0;
    __VERIFIER_assume(0 <= n && n <= 7);
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            pairs++;
    assert(2 * pairs == n * (n - 1)); // bad
    return 0;
}
