// args: --region walk --rung callees
/* A pointer to a variable of an outer call, which is not that of this one. */
#include <assert.h>

static int walk(int *outer, int depth)
{
    int mine = depth;
    if (depth > 0)
        walk(&mine, depth - 1);
    *outer = 7;
    assert(mine == depth || mine == 7);
    return mine;
}

int main(void)
{
    int first = 0;
    return walk(&first, 3);
}
