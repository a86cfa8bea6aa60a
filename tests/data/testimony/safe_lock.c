// args: --analysis predicate
// The lock is open exactly if something has changed: a relation that only predicates tell.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int locked = 1, changed = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            locked = 0;
            changed = 7;
        } else {
            locked = 1;
            changed = 3;
        }
        if (changed == 7)
            assert(locked == 0);
        else
            assert(locked == 1);
        changed = locked ? 5 : 9;
    }
    if (changed == 9)
        assert(!locked);
    return 0;
}
