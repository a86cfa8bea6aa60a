// Sums of small integers in doubles are associative.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    double a = __VERIFIER_nondet_uchar() % 4, b = __VERIFIER_nondet_uchar() % 4, c = __VERIFIER_nondet_uchar() % 4;
    assert((a + b) + c == a + (b + c));
    return 0;
}
