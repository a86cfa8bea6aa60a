// Pointers of 32 bits leave 24 for offsets, in CBMC: an object that is larger has no end there.
// args: --32
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char big[20 << 20];
int main(void)
{
    char *p = big;
    char *q = p + (17 << 20);
    *q = 1;
    assert(big[1 << 20] == 0);  // => proved|unknown
    assert(big[17 << 20] == 0); // => violated|unknown
    assert(q - p == 17 << 20);  // => proved|unknown
    return 0;
}
