// args: --check assert
// All instances share the static variable.
#include <assert.h>

static void down(int n)
{
    static int mine;
    mine = n;
    if (n > 0)
        down(n - 1);
    assert(mine == n); // bad
}

int main(void)
{
    down(2);
    return 0;
}
