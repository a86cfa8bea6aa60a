// args: --check assert
// inputs: 1 1 1
// The number grows with each iteration until it wraps.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned short number = 0;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        unsigned last = number;
        number += 100;
        assert(last < number);
    }
    return 0;
}
