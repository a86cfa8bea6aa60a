// Celsius to Fahrenheit and back, in doubles, errs by less than a thousandth in half degrees.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int half = __VERIFIER_nondet_int();
    __VERIFIER_assume(half >= -40 && half <= 40);
    double celsius = half / 2.0, fahrenheit = celsius * 1.8 + 32.0;
    double back = (fahrenheit - 32.0) * 0.5555555555555556, error = back - celsius;
    assert(error < 0.001 && error > -0.001);
    return 0;
}
