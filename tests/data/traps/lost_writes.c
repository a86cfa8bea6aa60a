// A write through a pointer that only an assumption pins down gets lost in CBMC 6; version 5 errs the other way. What an
// undefined function returns points to memory of its own, so the assumption excludes everything.
// assumes: undefined-pointer
#include <assert.h>
extern void __VERIFIER_assume(int);
extern int *anything(void);
int g[3];
int main(void)
{
    int *p = anything();
    __VERIFIER_assume(p == &g[1] || p == &g[2]);
    *p = 1;
    assert(g[1] == 0 && g[2] == 0); // => unknown
    return 0;
}
