// A counter that is put back at three stays below three beside a long count of uneven steps.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned char small = 0;
    unsigned total = 0;
    while (total < 4000000000u) {
        total += 3;
        small = small == 2 ? 0 : small + 1;
        assert(small < 3);
        if (__VERIFIER_nondet_bool()) {
            total -= 2;
            __VERIFIER_assume(total > 0);
        }
    }
    assert(total >= 4000000000u);
    return 0;
}
