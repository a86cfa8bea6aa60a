// args: --check assert
// inputs: 1 7 1
// The assumption is about the number that is replaced before the next iteration.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void)
{
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        assert(x < 5); // bad
        __VERIFIER_assume(x < 5);
        x = __VERIFIER_nondet_int();
    }
    return 0;
}
