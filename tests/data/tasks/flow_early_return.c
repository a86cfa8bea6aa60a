// A classification by early returns agrees with one by arithmetic.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int class(int x) {
    if (x < 0)
        return 0;
    if (x < 100)
        return 1;
    return 2;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(class(x) == (x >= 0) + (x >= 100));
    return 0;
}
