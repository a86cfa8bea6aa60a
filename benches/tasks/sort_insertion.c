// Insertion sort orders every array up to four elements and keeps each value as often as before.
// expect: proved
// unwind: 5
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a[4], value = __VERIFIER_nondet_uchar();
    int n = __VERIFIER_nondet_int(), before = 0, after = 0;
    __VERIFIER_assume(n >= 0 && n <= 4);
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        before += a[i] == value;
    }
    for (int i = 1; i < n; i++) {
        unsigned char key = a[i];
        int j = i;
        for (; j > 0 && a[j - 1] > key; j--)
            a[j] = a[j - 1];
        a[j] = key;
    }
    for (int i = 0; i < n; i++) {
        after += a[i] == value;
        assert(i == 0 || a[i - 1] <= a[i]);
    }
    assert(before == after);
    return 0;
}
