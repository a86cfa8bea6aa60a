// An error flag depends on a mode that is never set.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int mode = 1, error = 0;
    unsigned rounds = 0;
    while (__VERIFIER_nondet_bool()) {
        rounds++;
        if (mode == 2)
            error = 1;
        else if (mode == 1 && rounds > 1000)
            mode = 3;
        else if (mode == 3)
            mode = 1;
    }
    assert(!error);
    return 0;
}
