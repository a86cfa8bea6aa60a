// A table of function pointers calls the operation that was asked for.
// expect: proved
// unwind: 1
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);

static int add(int a, int b) {
    return a + b;
}

static int subtract(int a, int b) {
    return a - b;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

int main(void) {
    int (*table[3])(int, int) = {add, subtract, larger};
    unsigned op = __VERIFIER_nondet_uint() % 3;
    int a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short(), r = table[op](a, b);
    if (op == 1)
        assert(r + b == a);
    if (op == 0)
        assert(r - b == a);
    return 0;
}
