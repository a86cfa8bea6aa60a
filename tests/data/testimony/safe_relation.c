// Ranges say nothing of how the three belong together: the induction over the loop does.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_int() & 15;
    unsigned x = 0, y = 0, z = 0;
    while (n > 0) {
        n--;
        if (__VERIFIER_nondet_int())
            y++;
        else
            z++;
        x++;
    }
    assert(x == y + z);
    return 0;
}
