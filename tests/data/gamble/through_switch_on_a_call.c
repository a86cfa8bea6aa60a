// args: --check assert
// inputs: 0 0
// The value of the switch is a call that remembers what it said.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int last;

static int choose(int n)
{
    last = n == 0;
    return n;
}

int main(void)
{
    int zeros = 0;
    do {
        assert(last == 0); // bad
        switch (choose(__VERIFIER_nondet_int())) {
        case 0:
            zeros = 1;
            break;
        default:
            zeros = 0;
        }
    } while (zeros);
    return zeros;
}
