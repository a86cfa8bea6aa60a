// args: --check assert
// inputs: 1 -1 1 1
// The callee says by its result that all is well, but the error of an earlier call remains.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int error;

static int parse(int n)
{
    if (n < 0) {
        error = 2;
    }
    return n >= 0;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        if (parse(__VERIFIER_nondet_int())) {
            assert(error == 0); // bad
        }
    }
    return 0;
}
