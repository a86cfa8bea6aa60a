// args: --check assert
// What is passed down is a pointer to a global variable.
#include <assert.h>

static int other;

static void down(int n, int *up)
{
    int mine = n;
    if (n > 0)
        down(n - 1, &other);
    else
        *up = 9;
    assert(mine == n);
}

int main(void)
{
    down(2, &other);
    return 0;
}
