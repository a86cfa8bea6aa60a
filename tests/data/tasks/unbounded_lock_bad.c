// A lock is given back twice when the retry flag is set.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int held;
static void lock(void) {
    assert(!held);
    held = 1;
}

static void unlock(void) {
    assert(held); // bad
    held = 0;
}

int main(void) {
    int old, fresh;
    do {
        lock();
        old = fresh = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_bool()) {
            unlock();
            fresh = old ^ 1;
        }
    } while (old != fresh && fresh != 7);
    unlock();
    return 0;
}
