// args: --check assert
// A loop of the function that is called writes a variable of the caller.
#include <assert.h>

static void clear(int *p, int n)
{
    for (int i = 0; i < n; i++) {
        *p += i;
    }
}

int main(void)
{
    int x = 1, y = 1;
    for (int i = 0; i < 3; i++) {
        clear(&x, 3);
        assert(x == 1); // bad
    }
    return y;
}
