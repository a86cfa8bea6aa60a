// args: --check assert
// A number of the callee holds a pointer to a variable of the caller.
// inputs: 2
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void f(int n, int *p)
{
    unsigned long number = 0;
    for (int i = 0; i < n; i++) {
        *(int **)&number = p;
    }
    int *q = *(int **)&number;
    if (q) {
        *q = 1;
    }
}

int main(void)
{
    int x = 0;
    f(__VERIFIER_nondet_int() & 3, &x);
    assert(x == 0); // bad
    return 0;
}
