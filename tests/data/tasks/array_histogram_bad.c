// A histogram whose bars are too few loses the highest samples.
// expect: violated
// unwind: 9
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned bars[4] = {0}, sum = 0;
    for (int i = 0; i < 8; i++) {
        unsigned sample = __VERIFIER_nondet_uchar();
        if (sample / 60 < 4)
            bars[sample / 60]++;
    }
    for (int i = 0; i < 4; i++)
        sum += bars[i];
    assert(sum == 8); // bad
    return 0;
}
