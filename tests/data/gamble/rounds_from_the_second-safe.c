// args: --check assert
// inputs: 1
// What the end of the body sets is there from the second iteration on.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int seen = 1;

int main(void)
{
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        assert(seen == 1);
        seen = 1;
    }
    return 0;
}
