// violated: inputs that are no integers, in front of the next statement.
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
    double d = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    if (f > 1.0f && f < 2.0f)
        assert(d == d);
    return 0;
}
