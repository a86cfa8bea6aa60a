// A pointer that is copied by looking at its bytes: CBMC goes on where the old one pointed.
// args: --check assert
#include <assert.h>
static int cells[4] = {1, 2, 3, 4};
int main(void)
{
    int *p = cells, *q = cells + 1;
    for (unsigned c = 0; c < 256; c++)
        if (((unsigned char *)&q)[0] == c)
            ((unsigned char *)&p)[0] = c;
    *p = 9;
    assert(cells[1] == 2); // => unknown:not-supported embedded: violated
    return 0;
}
