// Bubble sort of five elements with one pass too few does not give an ordered array.
// expect: violated
// unwind: 6
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    enum { N = 5 };
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_char();
    for (int pass = 0; pass < N - 2; pass++)
        for (int i = 0; i + 1 < N; i++)
            if (a[i] > a[i + 1]) {
                int held = a[i];
                a[i] = a[i + 1];
                a[i + 1] = held;
            }
    for (int i = 0; i + 1 < N; i++)
        assert(i > 0 || a[i] <= a[i + 1]); // bad
    return 0;
}
