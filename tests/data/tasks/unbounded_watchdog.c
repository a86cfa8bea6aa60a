// A watchdog that is fed in every round in which it is at its limit never barks.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned idle = 0;
    int barked = 0;
    while (!barked) {
        int fed = __VERIFIER_nondet_bool();
        if (fed || idle >= 4)
            idle = 0;
        else
            idle++;
        if (idle > 4)
            barked = 1;
        assert(!barked);
    }
    return 0;
}
