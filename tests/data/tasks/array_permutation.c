// An array of indices that is exchanged in pairs stays a permutation.
// expect: proved
// unwind: 6
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a[5] = {0, 1, 2, 3, 4}, seen = 0;
    for (int i = 0; i < 4; i++) {
        unsigned p = __VERIFIER_nondet_uint() % 5, q = __VERIFIER_nondet_uint() % 5, held = a[p];
        a[p] = a[q];
        a[q] = held;
    }
    for (int i = 0; i < 5; i++)
        seen |= 1u << a[i];
    assert(seen == 31);
    return 0;
}
