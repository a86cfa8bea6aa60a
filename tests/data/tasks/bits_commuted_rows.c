// A product of bytes by rows of the first factor agrees with that by rows of the second.
// expect: proved
// unwind: 9
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), one = 0, two = 0;
    for (int i = 0; i < 8; i++) {
        if (a >> i & 1)
            one += b << i;
        if (b >> i & 1)
            two += a << i;
    }
    assert(one == two);
    return 0;
}
