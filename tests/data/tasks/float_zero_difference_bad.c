// 0.0 minus 0 is 0.0, which gcc 12 gets wrong unless it is asked to respect rounding.
// expect: violated
// unwind: none
#include <assert.h>
#include <math.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    double difference = 0.0 - n;
    if (n == 0)
        assert(signbit(difference)); // bad
    return 0;
}
