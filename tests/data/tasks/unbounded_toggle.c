// A flag that is toggled with a counter says whether the counter is odd.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned ticks = 0;
    int odd = 0;
    while (__VERIFIER_nondet_bool()) {
        ticks++;
        odd = !odd;
        assert(odd == (int)(ticks % 2));
    }
    return 0;
}
