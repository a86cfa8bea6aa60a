// args: --check assert
// inputs: 1 1 1
// The number grows with each iteration until it wraps.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char number = 0;
    while (__VERIFIER_nondet_int()) {
        unsigned last = number;
        number += 100;
        assert(last < number); // bad
    }
    return 0;
}
