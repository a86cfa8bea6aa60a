// args: --check assert
// A loop of the function that is called writes what the caller asserts.
#include <assert.h>

static int x, y;

static void work(int n)
{
    for (int i = 0; i < n; i++) {
        x += i;
    }
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        assert(x == 0); // bad
        work(3);
    }
    return y;
}
