// The only value of a signed bit-field of one bit besides zero is not one.
// expect: violated
// unwind: 1
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

struct flags {
    signed int on : 1;
    unsigned mode : 2;
};

int main(void) {
    struct flags f = {0, 3};
    if (__VERIFIER_nondet_bool())
        f.on = -1;
    assert(f.mode == 3);
    assert(f.on >= 0); // bad
    return 0;
}
