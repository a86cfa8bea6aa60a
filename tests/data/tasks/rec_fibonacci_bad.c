// The sixth Fibonacci number is eight.
// expect: violated
// unwind: 5
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 6);
    int value = fib(n);
    assert(value < 8); // bad
    return 0;
}
