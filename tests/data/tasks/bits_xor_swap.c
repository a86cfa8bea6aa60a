// Three exclusive ors swap two numbers.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void swap(unsigned *a, unsigned *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}

int main(void) {
    unsigned v[2] = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()}, w[2] = {v[0], v[1]};
    swap(&v[0], &v[1]);
    assert(v[0] == w[1] && v[1] == w[0]);
    return 0;
}
