// After a partition all elements before the split are small, and all others are not.
// expect: proved
// unwind: 7
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[6];
    int split = 0;
    for (int i = 0; i < 6; i++)
        a[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 6; i++)
        if (a[i] < 100) {
            unsigned char held = a[split];
            a[split] = a[i];
            a[i] = held;
            split++;
        }
    for (int i = 0; i < split; i++)
        assert(a[i] < 100);
    for (int i = split; i < 6; i++)
        assert(a[i] >= 100);
    return 0;
}
