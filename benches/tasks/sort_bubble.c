// Bubble sort with an early end orders every array up to six elements.
// expect: proved
// unwind: 7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char a[6];
    int n = __VERIFIER_nondet_int(), swapped = 1;
    __VERIFIER_assume(n >= 0 && n <= 6);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_uchar();
    for (int end = n; end > 1 && swapped; end--) {
        swapped = 0;
        for (int i = 0; i + 1 < end; i++)
            if (a[i] > a[i + 1]) {
                unsigned char held = a[i];
                a[i] = a[i + 1];
                a[i + 1] = held;
                swapped = 1;
            }
    }
    for (int i = 0; i + 1 < n; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
