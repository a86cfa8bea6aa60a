// A resource is alive exactly as long as its reference count is positive.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char count = 1;
    _Bool alive = 1;
    while (alive) {
        if (__VERIFIER_nondet_bool()) {
            if (count < 255)
                count++;
        } else {
            count--;
            if (count == 0)
                alive = 0;
        }
        assert(alive == (count != 0));
    }
    assert(count == 0);
    return 0;
}
