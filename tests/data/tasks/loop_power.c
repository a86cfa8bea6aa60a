// Squaring and multiplying gives the same power as multiplying alone.
// expect: proved
// unwind: 10
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned base = __VERIFIER_nondet_uchar(), n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(base <= 10 && n <= 9);
    unsigned slow = 1, fast = 1, square = base;
    for (unsigned i = 0; i < n; i++)
        slow *= base;
    for (unsigned left = n; left > 0; left /= 2) {
        if (left % 2)
            fast *= square;
        square *= square;
    }
    assert(slow == fast);
    return 0;
}
