// The maximum of an array is at least each element, and one of them.
// expect: proved
// unwind: 8
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[7], is_there = 0;
    for (int i = 0; i < 7; i++)
        a[i] = __VERIFIER_nondet_int();
    int most = a[0];
    for (int i = 0; i < 7; i++)
        if (a[i] > most)
            most = a[i];
    for (int i = 0; i < 7; i++) {
        assert(most >= a[i]);
        is_there |= a[i] == most;
    }
    assert(is_there);
    return 0;
}
