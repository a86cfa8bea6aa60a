// args: --check assert
// inputs: 1 1
// The addition that says whether it overflowed puts its result where the pointer says.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 0, *p = &y;
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 0);
        if (__builtin_add_overflow(y, 1, p)) {
            break;
        }
    }
    return 0;
}
