// args: --check bounds
// One call of malloc makes blocks of different sizes.
#include <stdlib.h>

static char *block(int size) { return malloc(size); }

static void set(char *p)
{
    p[5] = 1; // bad
}

int main(void)
{
    char *p = block(8);
    char *q = block(4);
    if (!p || !q)
        return 0;
    set(p);
    set(q);
    return 0;
}
