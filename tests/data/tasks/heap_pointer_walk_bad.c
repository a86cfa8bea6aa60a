// A pointer that walks through an array by pairs misses a zero in an odd place.
// expect: violated
// unwind: 7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[6], zeros = 0, expected = 0;
    for (int i = 0; i < 6; i++) {
        a[i] = __VERIFIER_nondet_int();
        expected += a[i] == 0;
    }
    for (const int *p = a; p != a + 6; p += 2)
        zeros += *p == 0;
    assert(zeros == expected); // bad
    return 0;
}
