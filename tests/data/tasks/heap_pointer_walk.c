// A pointer that walks through an array stops at its end and has counted its zeros.
// expect: proved
// unwind: 7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[6], zeros = 0, expected = 0;
    for (int i = 0; i < 6; i++) {
        a[i] = __VERIFIER_nondet_int();
        expected += a[i] == 0;
    }
    for (const int *p = a; p != a + 6; p++)
        zeros += *p == 0;
    assert(zeros == expected);
    return 0;
}
