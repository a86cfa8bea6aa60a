// A product by rows of the first factor agrees with the product by rows of the second, in seven bits by seven.
// expect: proved
// unwind: 8
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static unsigned rows(unsigned a, unsigned b, int width) {
    unsigned sum = 0;
    for (int i = 0; i < width; i++)
        if (a >> i & 1)
            sum += b << i;
    return sum;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uchar() % 128, b = __VERIFIER_nondet_uchar() % 128;
    assert(rows(a, b, 7) == rows(b, a, 7));
    return 0;
}
