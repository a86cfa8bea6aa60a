// An elevator that turns only when no call is ahead keeps callers of one floor waiting in 22 of forty steps.
// expect: violated
// unwind: 28
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int floor = 0, up = 1, waited = 0;
    _Bool call[7] = {0};
    for (int i = 0; i < 40; i++) {
        unsigned pressed = __VERIFIER_nondet_uchar() % 7;
        call[pressed] = 1;
        call[floor] = 0;
        _Bool ahead = 0;
        for (int f = 0; f < 7; f++)
            if (call[f] && (up ? f > floor : f < floor))
                ahead = 1;
        if (!ahead)
            up = !up;
        if (up && floor < 6)
            floor++;
        else if (!up && floor > 0)
            floor--;
        waited += call[1] && floor != 1;
        assert(floor >= 0 && floor < 7);
        assert(waited <= 21); // bad
    }
    return 0;
}
