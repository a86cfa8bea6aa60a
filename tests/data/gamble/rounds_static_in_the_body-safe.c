// args: --check assert
// inputs: 1 1
// The variable of the body is not a fresh one in each iteration.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        int x = 0;
        assert(x == 0);
        x = 1;
    }
    return 0;
}
