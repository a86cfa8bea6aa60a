// args: --check assert
// All elements of the array of pointers differ.
#include <assert.h>

static int x, y, z;
static int *all[3] = {&x, &y, &z};

static void number(int **p, int n)
{
    for (int i = 0; i < n; i++)
        *p[i] = i;
    assert(*p[0] == 0);
}

int main(void)
{
    number(all, 2);
    number(all, 3);
    return 0;
}
