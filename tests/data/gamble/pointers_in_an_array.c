// args: --check assert
// Two elements of the array of pointers are equal.
#include <assert.h>

static int x, y, z;
static int *all[3] = {&x, &y, &x};

static void number(int **p, int n)
{
    for (int i = 0; i < n; i++)
        *p[i] = i;
    assert(*p[0] == 0); // bad
}

int main(void)
{
    number(all, 2);
    number(all, 3);
    return 0;
}
