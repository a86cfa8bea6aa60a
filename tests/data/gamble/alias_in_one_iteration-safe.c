// args: --check assert
// The second index is always above the first.
#include <assert.h>

static int cells[4];

static void swap(int *p, int *q)
{
    *p = 1;
    *q = 2;
    assert(*p == 1);
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++)
            swap(&cells[i], &cells[j]);
    return 0;
}
