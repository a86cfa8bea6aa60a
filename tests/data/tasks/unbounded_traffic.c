// At a crossing with two lights at most one is green.
// expect: proved
// unwind: none
#include <assert.h>

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
        assert(north == RED || east == RED);
    }
}
