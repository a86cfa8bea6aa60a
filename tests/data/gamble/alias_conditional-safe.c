// args: --check assert
// inputs: 1
// Both alternatives are other variables.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int x, y, z;

int main(void)
{
    int choice = __VERIFIER_nondet_int();
    x = 1;
    *(choice ? &z : &y) = 2;
    assert(x == 1);
    return 0;
}
