// What holds in one call of a function need not hold in another one.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned count(unsigned from, unsigned to, unsigned found) {
    unsigned i = from;
    while (i < to) {
        i++;
        found++;
    }
    assert(i >= to);
    return found;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 15;
    unsigned a = count(0, n, 0);
    assert(a == n);
    unsigned b = count(2, n + 2, 0);
    assert(b == n);
    return 0;
}
