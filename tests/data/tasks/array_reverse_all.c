// Swapping up to the end, not the middle, reverses an array twice.
// expect: violated
// unwind: 7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[6], b[6];
    for (int i = 0; i < 6; i++)
        a[i] = b[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 6; i++) {
        int held = a[i];
        a[i] = a[5 - i];
        a[5 - i] = held;
    }
    assert(a[0] == b[5]); // bad
    return 0;
}
