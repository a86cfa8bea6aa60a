// The index of a ring buffer is wrapped too late, by a test for greater instead of greater or equal.
// expect: violated
// unwind: 9
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int ring[8];
int main(void) {
    int next = 0;
    while (__VERIFIER_nondet_bool()) {
        if (next < 8)
            ring[next] = __VERIFIER_nondet_int();
        next++;
        if (next > 8)
            next = 0;
    }
    assert(next < 8); // bad
    return 0;
}
