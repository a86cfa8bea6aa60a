// args: --check assert
// inputs: 1
// The jump to the end of the body skips the reset, but not the guard, which writes.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, n = 0;
    do {
        assert(x == 0); // bad
        x = -1;
        if (__VERIFIER_nondet_int()) {
            x = 0;
            continue;
        }
        n++;
    } while (x++ < 1 && n++ < 3);
    return 0;
}
