// A sum of two floats does not depend on their order, unless it is not a number.
// expect: proved
// unwind: 1
#include <assert.h>

extern float __VERIFIER_nondet_float(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    float x = a + b, y = b + a;
    assert(x == y || x != x);
    return 0;
}
