// A pointer that is chosen among addresses is what it seems to be.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int g[3];
int main(void)
{
    int *p = __VERIFIER_nondet_int() ? &g[1] : &g[2];
    *p = 1;
    assert(g[1] == 0); // => violated
    assert(g[1] + g[2] == 1); // => proved
    return 0;
}
