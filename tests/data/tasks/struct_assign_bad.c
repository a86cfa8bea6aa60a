// An assignment of a structure with a pointer inside shares what it points to.
// expect: violated
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct record {
    int id;
    int *values;
};

int main(void) {
    int store[3] = {0, 0, 0};
    struct record a, b;
    a.values = store;
    a.id = __VERIFIER_nondet_int();
    a.values[1] = __VERIFIER_nondet_int();
    int kept = a.values[1];
    b = a;
    a.values[1] = kept ^ 1;
    assert(b.id == a.id);
    assert(b.values[1] == kept); // bad
    return 0;
}
