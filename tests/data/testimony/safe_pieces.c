// A function is proved by itself: its counters go on together whoever calls it. What it only writes, and what stays
// from an earlier call, are not what they are where it begins by itself.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned last, calls;

static unsigned together(unsigned n) {
    unsigned i = 0, j = 0;
    while (i < n) {
        i++;
        j++;
        last = i;
    }
    assert(i == j);
    return j + calls;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() & 7;
    calls = together(n);
    calls += together(n + 1);
    return last != 0 && calls == 3;
}
