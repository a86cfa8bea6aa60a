// args: --check assert
// inputs: 1 1 1
// The pointer comes to the variable two iterations later, and is written through in between.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 0;
    int *now = &y, *soon = &y;
    while (__VERIFIER_nondet_int()) {
        *now = 1;
        assert(x == 0); // bad
        now = soon;
        soon = &x;
    }
    return y;
}
