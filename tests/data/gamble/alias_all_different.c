// args: --check assert
// Three pointers can point to three objects; an environment with only two makes two of them equal.
#include <assert.h>
#include <stdlib.h>

static void number(int *p, int *q, int *r)
{
    *p = 1;
    *q = 2;
    *r = 3;
    assert(*p != 1 || *q != 2); // bad
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
    number(cells[0], cells[1], cells[2]);
    return 0;
}
