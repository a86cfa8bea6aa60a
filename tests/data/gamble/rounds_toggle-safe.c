// args: --check assert
// inputs: 1 1
// Every second iteration has the other value.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned side = 0;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        assert(side == 0);
        side ^= 3;
        side ^= 3;
    }
    return 0;
}
