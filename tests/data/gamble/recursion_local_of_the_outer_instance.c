// args: --check assert
// The pointer that is passed down points to the same variable of another instance.
#include <assert.h>

static int other;

static void down(int n, int *up)
{
    int mine = n;
    if (n > 0)
        down(n - 1, &mine);
    else
        *up = 9;
    assert(mine == n); // bad
}

int main(void)
{
    down(2, &other);
    return 0;
}
