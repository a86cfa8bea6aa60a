// args: --check assert
// inputs: 1 1
// The loop writes through the result of a copy, which is where the copy went.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1, y = 1, z = 1;
    int *p = memcpy(&x, &y, sizeof x);
    while (__VERIFIER_nondet_int()) {
        assert(x == 1); // bad
        *p = z + 1;
    }
    return 0;
}
