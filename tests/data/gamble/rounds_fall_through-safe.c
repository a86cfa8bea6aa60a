// args: --check assert
// inputs: 1 0
// One case falls through to the next, which then has another value than in an iteration that begins there.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int shown = 0;
    for (int i = 0; i < 4; i++) {
        int kept = 0;
        switch (__VERIFIER_nondet_int()) {
        case 0:
            kept = 7;
            break;
        case 1:
            shown = kept;
            break;
        }
        assert(shown == 0);
    }
    return 0;
}
