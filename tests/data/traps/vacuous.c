// Behind assumptions that exclude each other everything holds.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    assert(x > 7); // => violated
    __VERIFIER_assume(x < 2);
    assert(x == 1000); // => unknown:vacuous
    return 0;
}
