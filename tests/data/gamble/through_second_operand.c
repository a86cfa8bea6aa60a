// args: --check assert
// inputs: 1 3 1 9
// The right side of && writes, and is reached only when the left side is true.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int seen, other;

static int note(int n)
{
    seen = n;
    return 1;
}

int main(void)
{
    int hits = 0;
    while (__VERIFIER_nondet_int()) {
        int n = __VERIFIER_nondet_int();
        if (n > 5 && note(n)) {
            hits++;
        }
        assert(seen == 0); // bad
    }
    return hits + other;
}
