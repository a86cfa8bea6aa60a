// args: --check assert
// Two elements of one array are the same in some iterations only.
#include <assert.h>

static int cells[4];

static void swap(int *p, int *q)
{
    *p = 1;
    *q = 2;
    assert(*p == 1); // bad
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 4; j++)
            swap(&cells[i], &cells[j]);
    return 0;
}
