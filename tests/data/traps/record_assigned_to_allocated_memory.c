// args: --check assert
// CBMC 5.12 loses what is written through a pointer that came there with the record.
#include <assert.h>
#include <stdlib.h>

static int x;
struct part {
    int n;
    int *p;
};

int main(void)
{
    struct part s = {1, &x};
    struct part *h = malloc(sizeof *h);
    if (!h)
        return 0;
    *h = s;
    *h->p = 5;
    assert(x == 0); // => violated 5: unknown
    return 0;
}
