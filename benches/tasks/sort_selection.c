// Selection sort that ends one element too early leaves the last two in disorder.
// expect: violated
// unwind: 8
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[8], n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 2 && n <= 8);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i + 2 < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[least])
                least = j;
        int held = a[i];
        a[i] = a[least];
        a[least] = held;
    }
    __VERIFIER_assume(n > 6);
    assert(a[n - 2] <= a[n - 1]); // bad
    return 0;
}
