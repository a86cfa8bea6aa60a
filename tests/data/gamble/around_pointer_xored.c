// args: --check assert
// inputs: 1 1 1
// The pointer comes out of two numbers.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 0, *p = &y;
    unsigned long key = 42, hidden = (unsigned long)&x ^ key;
    while (__VERIFIER_nondet_int()) {
        assert(x == 0); // bad
        *p = 1;
        p = (int *)(hidden ^ key);
    }
    return 0;
}
