// The greatest element by halves is the greatest of all.
// expect: proved
// unwind: 7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static int most(const int *a, int n) {
    if (n == 1)
        return a[0];
    int left = most(a, n / 2), right = most(a + n / 2, n - n / 2);
    return left > right ? left : right;
}

int main(void) {
    int a[6];
    for (int i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_int();
    int greatest = most(a, 6);
    assert(greatest >= a[__VERIFIER_nondet_uint() % 6]);
    return 0;
}
