// args: --check assert
// inputs: 1 0
// The break leaves the switch, and the loop goes on.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int done = 0;
    for (int i = 0; i < 4; i++) {
        assert(!done); // bad
        switch (__VERIFIER_nondet_int()) {
        case 0:
            done = 1;
            break;
        default:
            done = 0;
        }
    }
    return 0;
}
