// What holds from the second time on does not hold the first time: it is no invariant.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 5, y = 0, seen = 0;
    while (__VERIFIER_nondet_int()) {
        x = 1;
        y = x;
        seen = 1;
        assert(x == 1 && y == 1);
    }
    assert(seen == 0 || x == 1);
    return 0;
}
