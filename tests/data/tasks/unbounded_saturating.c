// A saturating counter stays between its two ends.
// expect: proved
// unwind: none
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int level = 0;
    for (;;) {
        int input = __VERIFIER_nondet_int();
        if (input > 0 && level < 10)
            level++;
        else if (input < 0 && level > -10)
            level--;
        assert(level >= -10 && level <= 10);
    }
}
