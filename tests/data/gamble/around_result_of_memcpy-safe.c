// args: --check assert
// inputs: 1 1
// The loop writes through the result of a copy, which is where the copy went.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1, y = 1, z = 1;
    int *p = memcpy(&y, &x, sizeof x);
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 1);
        *p = z + 1;
    }
    return 0;
}
