// args: --check assert
// inputs: 1 1 1
// The pointer comes out of two numbers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 0, *p = &y;
    unsigned long key = 42, hidden = (unsigned long)&y ^ key;
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 0);
        *p = 1;
        p = (int *)(hidden ^ key);
    }
    return 0;
}
