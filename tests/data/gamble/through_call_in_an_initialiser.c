// args: --check assert
// inputs: 3 4
// The declarations in the body have calls that write, in their initialisers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int peak, sum;

static int note(int n)
{
    if (n > 3) {
        peak = n;
    }
    return n;
}

int main(void)
{
    for (;;) {
        const struct {
            int a, b;
        } pair = {note(__VERIFIER_nondet_int()), sum};
        assert(peak == 0); // bad
        if (pair.a == 0) {
            break;
        }
    }
    return 0;
}
