// Fibonacci numbers modulo eight have not yet come round after six steps.
// expect: violated
// unwind: 7
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar() % 8, b = __VERIFIER_nondet_uchar() % 8;
    unsigned char x = a, y = b;
    for (int i = 0; i < 6; i++) {
        unsigned char next = (x + y) % 8;
        x = y;
        y = next;
    }
    assert(x == a && y == b); // bad
    return 0;
}
