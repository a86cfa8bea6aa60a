// args: --check assert,bounds
// inputs: 6
// The assertion holds, and so the access is right.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[4];

static void store(int i)
{
    assert(i < 4);
    cells[i] = 1;
}

int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    store(i % 4);
    return 0;
}
