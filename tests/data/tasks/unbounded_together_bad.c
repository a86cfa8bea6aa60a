// Two counters are raised together, but one is put back to zero alone when it reaches six.
// expect: violated
// unwind: 7
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        y++;
        if (x == 6)
            x = 0;
    }
    assert(x == y); // bad
    return 0;
}
