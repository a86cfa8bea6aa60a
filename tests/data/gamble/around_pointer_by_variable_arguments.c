// args: --check assert
// inputs: 1 1
// The address goes to the callee among the arguments without a name.
#include <assert.h>
#include <stdarg.h>

extern int __VERIFIER_nondet_int(void);

static void store(int n, ...)
{
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        *va_arg(list, int *) = i + 1;
    }
    va_end(list);
}

int main(void)
{
    int x = 0, y = 0;
    while (__VERIFIER_nondet_int()) {
        assert(x == 0); // bad
        store(2, &y, &x);
    }
    return 0;
}
