// args: --check assert
// inputs: 1
// The returned pointer can be that of the first variable.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int x, y, z;

static int *choose(int which)
{
    return which ? &x : &y;
}

int main(void)
{
    int *p = choose(__VERIFIER_nondet_int());
    x = 1;
    *p = 2;
    assert(x == 1); // bad
    return 0;
}
