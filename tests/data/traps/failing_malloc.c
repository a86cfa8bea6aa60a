// There may be no memory left, whatever CBMC thinks.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    assert(p); // => violated
    *p = 3;
    assert(*p == 3); // => proved
    int *q = calloc(2, sizeof *q);
    assert(!q || q[1] == 0); // => proved
    assert(q);               // => violated
    return 0;
}
