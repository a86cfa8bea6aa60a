// Two variables that move by the same nondeterministic step keep their distance.
// expect: proved
// unwind: none
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char x = __VERIFIER_nondet_uchar(), y = x + 7;
    while (__VERIFIER_nondet_bool()) {
        unsigned step = __VERIFIER_nondet_uint();
        x += step;
        y += step;
    }
    assert((unsigned char)(y - x) == 7);
    return 0;
}
