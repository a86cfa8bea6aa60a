// Insertion sort keeps the sum of the elements and orders them.
// expect: proved
// unwind: 5
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    int a[4];
    unsigned before = 0, after = 0;
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_char();
        before += (unsigned)a[i];
    }
    for (int i = 1; i < 4; i++) {
        int value = a[i], j = i;
        while (j > 0 && a[j - 1] > value) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = value;
    }
    for (int i = 0; i < 4; i++) {
        after += (unsigned)a[i];
        assert(i == 0 || a[i - 1] <= a[i]);
    }
    assert(before == after);
    return 0;
}
