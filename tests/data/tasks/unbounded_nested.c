// An inner loop of any length leaves the outer counter's parity alone.
// expect: proved
// unwind: none
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned outer = 0, inner = 0;
    while (__VERIFIER_nondet_bool()) {
        inner = 0;
        while (__VERIFIER_nondet_bool()) {
            inner += 2;
            assert(outer % 2 == 0);
        }
        outer += 2;
    }
    assert(outer % 2 == 0 && inner % 2 == 0);
    return 0;
}
