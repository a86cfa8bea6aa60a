// args: --check assert
// inputs: 2 12
// One caller of the function checks its argument, the other one does not.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void work(int n)
{
    for (int i = 0; i < 3; i++) {
        assert(n < 10); // bad
    }
}

static void careful(int n)
{
    if (n < 10) {
        work(n);
    }
}

static void careless(int n)
{
    if (n < 20) {
        work(n);
    }
}

int main(void)
{
    careful(__VERIFIER_nondet_int());
    careless(__VERIFIER_nondet_int());
    return 0;
}
