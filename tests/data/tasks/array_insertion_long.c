// Insertion sort of five bytes keeps every value as often as before.
// expect: proved
// unwind: 6
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[5], value = __VERIFIER_nondet_uchar();
    int count = 0;
    for (int i = 0; i < 5; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        count += a[i] == value;
    }
    for (int i = 1; i < 5; i++) {
        unsigned char key = a[i];
        int j = i;
        for (; j > 0 && a[j - 1] > key; j--)
            a[j] = a[j - 1];
        a[j] = key;
    }
    for (int i = 0; i < 5; i++)
        count -= a[i] == value;
    assert(count == 0);
    return 0;
}
