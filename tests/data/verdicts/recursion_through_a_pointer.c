// args: --check assert
/* A function that calls itself is defined: what it does to its caller's variable is in its body. */
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
    int last = walk(&first, 3);
    assert(first == 7);
    assert(last == 3);
    return 0;
}
