// An elevator that serves calls from above first leaves the building at the top.
// expect: violated
// unwind: 6
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int floor = 0, up = 1;
    for (int i = 0; i < 9; i++) {
        int call = __VERIFIER_nondet_int();
        if (call > floor)
            up = 1;
        else if (call < floor)
            up = 0;
        if (up)
            floor++;
        else if (floor > 0)
            floor--;
        assert(floor >= 0);
        assert(floor <= 5); // bad
    }
    return 0;
}
