// args: --check assert
// inputs: 1 1 1
// The loop swaps the two pointers, so that it writes both variables in turn.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 0, b = 0, *p = &a, *q = &b;
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(b == 0);
        *p = 1;
        int *t = p;
        p = t;
        q = &b;
    }
    return 0;
}
