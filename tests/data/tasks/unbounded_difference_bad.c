// Two variables that move by the same step keep their distance, except that one of them is only a byte.
// expect: violated
// unwind: 2
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 1;
    unsigned char y = 8;
    while (__VERIFIER_nondet_bool()) {
        unsigned step = __VERIFIER_nondet_uint();
        x += step;
        y += step;
    }
    assert(y - x == 7); // bad
    return 0;
}
