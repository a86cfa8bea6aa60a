// Two nested loops visit each unordered pair once.
// expect: proved
// unwind: 8
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), pairs = 0;
    __VERIFIER_assume(0 <= n && n <= 7);
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            pairs++;
    assert(2 * pairs == n * (n - 1));
    return 0;
}
