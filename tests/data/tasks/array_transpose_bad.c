// A matrix with exchanged rows is not a transposed matrix.
// expect: violated
// unwind: 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int m[3][3], t[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            t[2 - i][j] = m[i][j];
    unsigned r = __VERIFIER_nondet_uint() % 3, c = __VERIFIER_nondet_uint() % 3;
    assert(t[c][r] == m[r][c]); // bad
    return 0;
}
