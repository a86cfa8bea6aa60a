// An array that is reversed twice is as before.
// expect: proved
// unwind: 10
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int a[9], b[9];
    for (int i = 0; i < 9; i++)
        a[i] = b[i] = __VERIFIER_nondet_int();
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 9 / 2; i++) {
            int held = a[i];
            a[i] = a[8 - i];
            a[8 - i] = held;
        }
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(k >= 0 && k < 9);
    assert(a[k] == b[k]);
    return 0;
}
