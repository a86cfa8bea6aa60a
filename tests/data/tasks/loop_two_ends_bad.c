// Two indices that walk towards each other at different speeds cross by two.
// expect: violated
// unwind: 2
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int low = 0, high = __VERIFIER_nondet_int();
    __VERIFIER_assume(high >= 0 && high < 30);
    while (low < high) {
        low++;
        high -= 2;
    }
    assert(low - high <= 1); // bad
    return 0;
}
