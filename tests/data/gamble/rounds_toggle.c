// args: --check assert
// inputs: 1 1
// Every second iteration has the other value.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned side = 0;
    while (__VERIFIER_nondet_int()) {
        assert(side == 0); // bad
        side ^= 3;
    }
    return 0;
}
