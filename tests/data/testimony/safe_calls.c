// Functions are called with few values, and loops lie in each other.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned limit = 8;

static unsigned within(unsigned a, unsigned b) {
    assert(a < 8 && b <= 8);
    return a + b;
}

int main(void) {
    unsigned sum = 0;
    for (unsigned a = 0; a < limit; a++) {
        unsigned b = 0;
        do {
            sum ^= within(a, b);
            b++;
        } while (b < 8);
        assert(b == 8);
    }
    return 0;
}
