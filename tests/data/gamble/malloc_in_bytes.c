// args: --check bounds
// The block has as many bytes as elements were wanted.
#include <stdlib.h>

static void set(int *p, int i)
{
    p[i] = 1; // bad
}

int main(void)
{
    int *p = malloc(8);
    if (!p)
        return 0;
    set(p, 1);
    set(p, 7);
    return 0;
}
