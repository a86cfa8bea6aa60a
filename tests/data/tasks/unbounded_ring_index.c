// The index of a ring buffer stays inside of the buffer however many items come.
// expect: proved
// unwind: none
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

static int ring[8];
int main(void) {
    int next = 0;
    while (__VERIFIER_nondet_bool()) {
        assert(next >= 0 && next < 8);
        if (next < 8)
            ring[next] = __VERIFIER_nondet_int();
        next++;
        if (next >= 8)
            next = 0;
    }
    return 0;
}
