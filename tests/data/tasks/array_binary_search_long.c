// Binary search in an ordered array of eight elements of any value finds what is there.
// expect: proved
// unwind: 9
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[8], low = 0, high = 7, found = -1;
    for (int i = 0; i < 8; i++) {
        a[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(i == 0 || a[i - 1] < a[i]);
    }
    int wanted = a[__VERIFIER_nondet_uint() % 8];
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
