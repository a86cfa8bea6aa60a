// The second operand is evaluated only when the first does not decide.
// expect: proved
// unwind: 1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int calls = 0, x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int both = x > 0 && (calls++, y > 0);
    int either = x > 0 || (calls++, y > 0);
    assert(calls == 1);
    assert(!both || either);
    return 0;
}
