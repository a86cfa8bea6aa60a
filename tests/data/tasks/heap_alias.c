// Two pointers that may be the same still add up to the same sum.
// expect: proved
// unwind: 1
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int a = 1, b = 1;
    int *p = __VERIFIER_nondet_bool() ? &a : &b, *q = __VERIFIER_nondet_bool() ? &a : &b;
    *p += 2;
    *q += 3;
    assert(a + b == 7);
    assert(p == q ? *p == 6 : *p == 3 && *q == 4);
    return 0;
}
