// A square modulo thirteen is never one of the six that are no squares.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_ushort() % 2048, rest = x * x % 13;
    assert(rest != 2 && rest != 5 && rest != 6 && rest != 7 && rest != 8 && rest != 11);
    return 0;
}
