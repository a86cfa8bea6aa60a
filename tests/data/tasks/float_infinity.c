// A sum that is infinite has an infinite operand or two very large ones.
// expect: proved
// unwind: 1
#include <assert.h>

extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double(), sum = x + y;
    const double most = 1.7976931348623157e308;
    if (sum > most)
        assert(x > most / 4 || y > most / 4);
    return 0;
}
