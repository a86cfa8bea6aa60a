// Two lights with a button for pedestrians are never green together, and yellow lasts two steps.
// expect: proved
// unwind: 61
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

enum light { RED, YELLOW, GREEN };
int main(void) {
    enum light cars = GREEN, walk = RED;
    int timer = 0, waiting = 0;
    for (int i = 0; i < 60; i++) {
        if (__VERIFIER_nondet_bool())
            waiting = 1;
        timer++;
        if (cars == GREEN && waiting && timer >= 3) {
            cars = YELLOW;
            timer = 0;
        } else if (cars == YELLOW && timer >= 2) {
            cars = RED;
            walk = GREEN;
            waiting = 0;
            timer = 0;
        } else if (cars == RED && timer >= (waiting ? 5 : 4)) {
            walk = RED;
            cars = GREEN;
            timer = 0;
        }
        assert(cars != GREEN || walk == RED);
        assert(cars != YELLOW || timer < 2);
        assert(timer < 70 && (walk != GREEN || timer < 5));
    }
    return 0;
}
