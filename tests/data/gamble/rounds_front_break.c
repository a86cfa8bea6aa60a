// args: --check assert
// inputs: 2 1
// The loop in front ends by its guard or by a break.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 4) {
        return 0;
    }
    while (x != 0) {
        x--;
        if (__VERIFIER_nondet_int()) {
            break;
        }
    }
    for (int i = 0; i < 3; i++) {
        assert(x == 0); // bad
    }
    return 0;
}
