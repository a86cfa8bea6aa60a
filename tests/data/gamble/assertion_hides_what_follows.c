// args: --check assert,bounds
// inputs: 6
// The access is right only because the assertion before it stops the others; the assertion does not hold.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[4];

static void store(int i)
{
    assert(i < 4); // bad
    cells[i] = 1;
}

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    store(i % 8);
    return 0;
}
