// args: --check assert
// inputs: 1
// Which of the two is written is decided inside of the expression.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int x, y, z;

int main(void)
{
    int choice = __VERIFIER_nondet_int();
    x = 1;
    *(choice ? &x : &y) = 2;
    assert(x == 1); // bad
    return 0;
}
