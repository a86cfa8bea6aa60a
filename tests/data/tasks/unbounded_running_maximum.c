// A running maximum of inputs is never below the last input.
// expect: proved
// unwind: none
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int last = __VERIFIER_nondet_int(), most = last, seen = 1;
    while (__VERIFIER_nondet_bool()) {
        last = __VERIFIER_nondet_int();
        seen = 1;
        if (last > most)
            most = last;
        assert(most >= last);
        assert(seen == 1);
    }
    return 0;
}
