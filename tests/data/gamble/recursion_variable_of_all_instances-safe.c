// args: --check assert
// Each instance has a variable of its own.
#include <assert.h>

static void down(int n)
{
    int mine;
    mine = n;
    if (n > 0)
        down(n - 1);
    assert(mine == n);
}

int main(void)
{
    down(2);
    return 0;
}
