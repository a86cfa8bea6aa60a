// Of all that holds at the loop, the proof needs one relation and the range of one variable.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 1000;
    unsigned even = 0, odd = 1, up = 0, down = 100, same = 7;
    while (up < n) {
        assert(up < 1000);
        if (__VERIFIER_nondet_uint() && n > 0)
            n--;
        even += 2;
        odd += 2;
        up++;
        down--;
        same = 7;
    }
    assert(odd == even + 1);
    return 0;
}
