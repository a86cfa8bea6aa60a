// The greatest common divisor, by subtraction, divides both numbers.
// expect: proved
// unwind: 9
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a >= 1 && a <= 9 && b >= 1 && b <= 9);
    unsigned x = a, y = b;
    while (x != y) {
        if (x > y)
            x -= y;
        else
            y -= x;
    }
    assert(a % x == 0 && b % x == 0);
    assert(x <= a && x <= b);
    return 0;
}
