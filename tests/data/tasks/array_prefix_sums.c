// The sum of a range is the difference of two prefix sums.
// expect: proved
// unwind: 6
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned a[5], prefix[6];
    prefix[0] = 0;
    for (int i = 0; i < 5; i++) {
        a[i] = __VERIFIER_nondet_uchar();
        prefix[i + 1] = prefix[i] + a[i];
    }
    unsigned from = __VERIFIER_nondet_uint() % 6, to = __VERIFIER_nondet_uint() % 6, sum = 0;
    __VERIFIER_assume(from <= to);
    for (unsigned i = from; i < to; i++)
        sum += a[i];
    assert(sum == prefix[to] - prefix[from]);
    return 0;
}
