// A pedestrian's request turns one light green while the other still is.
// expect: violated
// unwind: 2
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

enum light { RED, YELLOW, GREEN };
int main(void) {
    enum light north = GREEN, east = RED;
    while (1) {
        if (north == GREEN)
            north = YELLOW;
        else if (north == YELLOW) {
            north = RED;
            east = GREEN;
        } else if (east == GREEN)
            east = YELLOW;
        else {
            east = RED;
            north = GREEN;
        }
        if (__VERIFIER_nondet_bool() && north == RED && east == GREEN)
            north = GREEN;
        assert(north == RED || east == RED); // bad
    }
}
