// Binary search in an ordered array of any length up to twelve finds a value exactly if it is there.
// expect: proved
// unwind: 13
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    enum { N = 12 };
    int a[N], n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int(), there = 0;
    __VERIFIER_assume(n >= 0 && n <= N);
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(i == 0 || a[i - 1] <= a[i]);
        there |= a[i] == wanted;
    }
    int low = 0, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    assert(there == (low < n && a[low] == wanted));
    return 0;
}
