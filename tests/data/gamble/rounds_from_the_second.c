// args: --check assert
// inputs: 1
// What the end of the body sets is there from the second iteration on.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int seen;

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        assert(seen == 1); // bad
        seen = 1;
    }
    return 0;
}
