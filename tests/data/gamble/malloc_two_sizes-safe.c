// args: --check bounds
// Every block is large enough.
#include <stdlib.h>

static char *block(int size) { return malloc(size); }

static void set(char *p)
{
    p[5] = 1;
}

int main(void)
{
    char *p = block(8);
    char *q = block(6);
    if (!p || !q)
        return 0;
    set(p);
    set(q);
    return 0;
}
