// The pointers that CBMC gives to an entry are null, or each to an object of its own.
// args: --entry f
#include <assert.h>
void f(int *p, int *q)
{
    if (!p || !q)
        return;
    *p = 1;
    *q = 2;
    assert(*p == 1); // => violated|unknown:environment
}
