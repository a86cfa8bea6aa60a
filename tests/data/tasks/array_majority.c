// Voting by pairs finds the element that has the majority, if there is one.
// expect: proved
// unwind: 8
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char a[7], candidate = 0;
    int votes = 0;
    for (int i = 0; i < 7; i++)
        a[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 7; i++) {
        if (votes == 0)
            candidate = a[i];
        votes += a[i] == candidate ? 1 : -1;
    }
    unsigned char other = __VERIFIER_nondet_uchar();
    int count = 0;
    for (int i = 0; i < 7; i++)
        count += a[i] == other;
    assert(count <= 3 || other == candidate);
    return 0;
}
