// An assignment of a structure copies all of it, the array inside too.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    int id;
    int values[3];
};

int main(void) {
    struct record a, b;
    a.id = __VERIFIER_nondet_int();
    a.values[1] = __VERIFIER_nondet_int();
    int kept = a.values[1];
    b = a;
    a.values[1] = kept ^ 1;
    assert(b.id == a.id);
    assert(b.values[1] == kept);
    return 0;
}
