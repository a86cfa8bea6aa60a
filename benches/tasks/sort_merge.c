// Two ordered arrays, merged, are one ordered array.
// expect: proved
// unwind: 11
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    enum { N = 5 };
    int a[N], b[N], c[2 * N], i = 0, j = 0;
    for (int k = 0; k < N; k++) {
        a[k] = __VERIFIER_nondet_int();
        b[k] = __VERIFIER_nondet_int();
        __VERIFIER_assume(k == 0 || (a[k - 1] <= a[k] && b[k - 1] <= b[k]));
    }
    for (int k = 0; k < 2 * N; k++)
        c[k] = j == N || (i < N && a[i] <= b[j]) ? a[i++] : b[j++];
    assert(i == N && j == N);
    for (int k = 1; k < 2 * N; k++)
        assert(c[k - 1] <= c[k]);
    return 0;
}
