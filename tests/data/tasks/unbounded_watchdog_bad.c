// A watchdog that is fed only on some days barks in the end.
// expect: violated
// unwind: 5
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned idle = 0;
    int barked = 0;
    while (!barked) {
        int fed = __VERIFIER_nondet_bool();
        if (fed)
            idle = 0;
        else
            idle++;
        if (idle > 4)
            barked = 1;
        assert(!barked); // bad
    }
    return 0;
}
