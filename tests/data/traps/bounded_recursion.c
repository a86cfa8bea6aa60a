// The same for recursion.
// args: --time-limit 3s
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned down(unsigned n)
{
    if (n == 0)
        return 0;
    return down(n - 1);
}
int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    assert(down(n) == 0); // => unknown:bound|unknown:time-limit
    return 0;
}
