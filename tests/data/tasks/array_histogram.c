// The bars of a histogram add up to the number of the samples.
// expect: proved
// unwind: 9
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned bars[4] = {0}, sum = 0;
    for (int i = 0; i < 8; i++) {
        unsigned sample = __VERIFIER_nondet_uchar();
        bars[sample / 64]++;
    }
    for (int i = 0; i < 4; i++)
        sum += bars[i];
    assert(sum == 8);
    return 0;
}
