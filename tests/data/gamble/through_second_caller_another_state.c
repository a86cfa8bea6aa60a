// args: --check assert
// inputs: 1 0 1
// The function with the loop is called in two states, and its callee tells them apart.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int mode, value = 1;

static void step(void)
{
    if (mode == 2) {
        value = 0;
    }
}

static void work(void)
{
    while (__VERIFIER_nondet_int()) {
        step();
        assert(value == 1); // bad
    }
}

int main(void)
{
    mode = 1;
    work();
    mode = 2;
    work();
    return 0;
}
