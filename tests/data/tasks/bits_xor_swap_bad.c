// Three exclusive ors through pointers to the same number make it zero.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

static void swap(unsigned *a, unsigned *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main(void) {
    unsigned v[2] = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()}, w[2] = {v[0], v[1]};
    int i = __VERIFIER_nondet_bool(), j = __VERIFIER_nondet_bool();
    swap(&v[i], &v[j]);
    assert(v[i] == w[j] && v[j] == w[i]); // bad
    return 0;
}
