// The average of two unsigned numbers by a plain sum overflows.
// expect: violated
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    unsigned long exact = ((unsigned long)a + b) / 2;
    unsigned average = (a + b) / 2;
    assert(average == exact); // bad
    return 0;
}
