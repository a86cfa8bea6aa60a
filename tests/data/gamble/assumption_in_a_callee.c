// args: --check assert
// inputs: 4
// What the function assumes excludes the wrong numbers of one caller, but not of the other.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_assume(int);
static int checked;

static void check(int n, int x)
{
    __VERIFIER_assume(x < 5);
    assert(n + x < 5); // bad
    checked++;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 6)
        return 0;
    check(0, x);
    check(2, x);
    return 0;
}
