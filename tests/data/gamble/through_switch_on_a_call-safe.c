// args: --check assert
// inputs: 0 0
// The value of the switch is a call that remembers what it said.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int last;

static int choose(int n)
{
    last = n != n;
    return n;
}

int main(void)
{
    int zeros = 0;
    for (int n = 0; n < 4; n++) {
        assert(last == 0);
        switch (choose(__VERIFIER_nondet_int())) {
        case 0:
            zeros = 1;
            break;
        default:
            zeros = 0;
        }
    }
    return zeros;
}
