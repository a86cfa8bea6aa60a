// A loop with nothing in it is an assumption: behind it, its condition is false, or nothing is.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    unsigned y = x;
    while (x > 3)
        ;
    assert(y <= 3); // => proved
    assert(y == 0); // => violated
    return 0;
}
