// A loop changes an initialised flexible array member, which is no part of the type.
// expect: violated
// unwind: 4
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct row {
    int n;
    int a[];
};

static struct row row = {3, {1, 2, 3}};

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 3; i++) {
        row.a[i] = 9;
    }
    assert(row.a[1] == 2); // bad
    return 0;
}
