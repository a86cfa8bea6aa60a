// A signed walk that alternates between up and down is always at zero or one.
// expect: proved
// unwind: none
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int place = 0, direction = 1;
    while (__VERIFIER_nondet_int() != 42) {
        place += direction;
        direction = -direction;
        assert(place == 0 || place == 1);
        assert(place == (direction < 0));
    }
    return 0;
}
