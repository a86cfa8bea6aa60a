// args: --check assert
// inputs: 1
// A jump leads into the cycle around the loop, past its beginning.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, n = 0;
    if (__VERIFIER_nondet_int())
        goto inside;
outside:
    x = 0;
inside:
    for (int i = 0; i < 2; i++)
        assert(x == 0);
    if (n++ < 2)
        goto outside;
    return 0;
}
