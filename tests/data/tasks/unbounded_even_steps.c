// A counter that grows by two or by four is even, also when it wraps round.
// expect: proved
// unwind: none
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_bool())
            x += 2;
        else
            x += 4;
        assert(x % 2 == 0);
    }
    return 0;
}
