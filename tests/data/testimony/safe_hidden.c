// args: --analysis predicate
// The variable that matters has the name of another one, or is one of another call.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int step(int state) {
    int next = state;
    while (__VERIFIER_nondet_int()) {
        if (next == 1)
            next = 2;
        else
            next = 1;
    }
    return next;
}

int main(void) {
    int state = step(1);
    int other = step(2);
    {
        int state = 3;
        while (__VERIFIER_nondet_int()) {
            assert(state == 3);
        }
    }
    while (__VERIFIER_nondet_int()) {
        assert(state == 1 || state == 2);
        assert(other == 1 || other == 2);
    }
    return 0;
}
