// args: --check assert
// inputs: 1 1 1
// The pointer comes to the variable two iterations later, and is written through in between.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 0;
    int *now = &y, *soon = &y;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        *now = 1;
        assert(x == 0);
        now = soon;
        soon = &y;
    }
    return y;
}
