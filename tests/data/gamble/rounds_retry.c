// args: --check assert
// inputs: 1
// The body begins again, by a jump, without a new iteration.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int tries = 0;
    for (int i = 0; i < 3; i++) {
    retry:
        assert(tries == 0); // bad
        if (tries < 2 && __VERIFIER_nondet_int()) {
            tries++;
            goto retry;
        }
        tries = 0;
    }
    return 0;
}
