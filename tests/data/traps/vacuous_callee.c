// The same in a function that does more than to check.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int half(int x)
{
    __VERIFIER_assume(x < 2);
    assert(x == 1000); // => unknown:vacuous
    return x / 2;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    int y = half(x);
    assert(y < x); // => unknown:vacuous
    return 0;
}
