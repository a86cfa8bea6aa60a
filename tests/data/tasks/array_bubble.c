// Bubble sort of five elements gives an ordered array.
// expect: proved
// unwind: 6
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
    enum { N = 5 };
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_char();
    for (int pass = 0; pass < N - 1; pass++)
        for (int i = 0; i + 1 < N; i++)
            if (a[i] > a[i + 1]) {
                int held = a[i];
                a[i] = a[i + 1];
                a[i + 1] = held;
            }
    for (int i = 0; i + 1 < N; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
