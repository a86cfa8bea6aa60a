// args: --check bounds
// The size of the block is in bytes.
#include <stdlib.h>

static void set(int *p, int i)
{
    p[i] = 1;
}

int main(void)
{
    int *p = malloc(8 * sizeof(int));
    if (!p)
        return 0;
    set(p, 1);
    set(p, 7);
    return 0;
}
