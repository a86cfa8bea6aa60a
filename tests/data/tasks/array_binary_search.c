// Binary search in an ordered array finds what is there.
// expect: proved
// unwind: 7
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[6], low = 0, high = 5, found = -1;
    for (int i = 0; i < 6; i++) {
        a[i] = __VERIFIER_nondet_char();
        __VERIFIER_assume(i == 0 || a[i - 1] < a[i]);
    }
    int wanted = a[__VERIFIER_nondet_uint() % 6];
    while (low <= high) {
        int middle = (low + high) / 2;
        if (a[middle] == wanted) {
            found = middle;
            break;
        }
        if (a[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    assert(found >= 0);
    return 0;
}
