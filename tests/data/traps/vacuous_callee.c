// The same in a function, with assumptions that the program writes as a function of its own.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static void check(int x)
{
    __VERIFIER_assume(x < 2);
    assert(x == 1000); // => unknown:vacuous
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    check(x);
    return 0;
}
