// The loop begins in front of its first statement, not of its condition.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 15;
    unsigned i = 0, j = 0;
    do {
        i++;
        j++;
    } while (i < n);
    assert(i == j);
    return 0;
}
