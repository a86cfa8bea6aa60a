// A saturating counter that tests for the end only from below passes it by a double step.
// expect: violated
// unwind: 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int level = 0;
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input > 0 && level < 10)
            level += input > 100 ? 3 : 1;
        else if (input < 0 && level > -10)
            level--;
        assert(level >= -10 && level <= 10); // bad
    }
}
