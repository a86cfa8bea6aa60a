// args: --check assert
// inputs: 1 1
// The variable of the body is not a fresh one in each iteration.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        static int x = 0;
        assert(x == 0); // bad
        x = 1;
    }
    return 0;
}
