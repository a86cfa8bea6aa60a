// args: --check assert
// The third pointer is always the first one.
#include <assert.h>
#include <stdlib.h>

static void number(int *p, int *q, int *r)
{
    *p = 1;
    *q = 2;
    *r = 3;
    assert(*p != 1 || *q != 2);
}

int main(void)
{
    int *cells[3];
    for (int i = 0; i < 3; i++) {
        cells[i] = malloc(sizeof(int));
        if (!cells[i])
            return 0;
    }
    number(cells[0], cells[1], cells[0]);
    number(cells[1], cells[2], cells[1]);
    return 0;
}
