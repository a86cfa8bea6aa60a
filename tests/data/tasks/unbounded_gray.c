// Two bits that follow the Gray code change one at a time for ever.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    _Bool high = 0, low = 0;
    for (;;) {
        _Bool before_high = high, before_low = low;
        if (high == low)
            low = !low;
        else
            high = !high;
        assert((before_high != high) + (before_low != low) == 1);
        if (__VERIFIER_nondet_bool())
            break;
    }
    return 0;
}
