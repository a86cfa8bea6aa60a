// Two counters go on together, and a third one by twos.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 15;
    unsigned i = 0, j = 0, k = 4;
    for (; i < n; i++) {
        j++;
        k += 2;
    }
    assert(j == n);
    assert(k == 2 * n + 4);
    return 0;
}
