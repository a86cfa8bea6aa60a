// A lock is taken only when it is free, and given back only when it is held.
// expect: proved
// unwind: none
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int held;
static void lock(void) {
    assert(!held);
    held = 1;
}

static void unlock(void) {
    assert(held);
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
    } while (old != fresh);
    unlock();
    return 0;
}
