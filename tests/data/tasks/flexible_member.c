// A loop writes an initialised flexible array member, which is no part of the type; the value stays.
// expect: proved
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
        row.a[i] = 2;
    }
    assert(row.a[1] == 2);
    return 0;
}
