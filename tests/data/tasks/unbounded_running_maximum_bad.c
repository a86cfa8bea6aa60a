// A running maximum that begins with zero is no maximum of negative inputs only.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int last = 0, most = 0, seen = 0;
    while (__VERIFIER_nondet_bool()) {
        last = __VERIFIER_nondet_int();
        __VERIFIER_assume(last < 0);
        seen = 1;
        if (last > most)
            most = last;
        assert(most >= last);
        assert(most < 0); // bad
    }
    return 0;
}
