// A switch with intended falling through adds up all lower cases.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    switch (n) {
    case 3:
        sum += 3;
        /* falls through */
    case 2:
        sum += 2;
        /* falls through */
    case 1:
        sum += 1;
        break;
    default:
        sum += 100;
    }
    assert(n < 1 || n > 3 || sum == n * (n + 1) / 2);
    return 0;
}
