// args: --check assert
// The function calls itself in the loop, and the variable is one for all calls.
#include <assert.h>

static int depth;

static void down(int n)
{
    depth = 0;
    for (int i = 0; i < 2; i++) {
        assert(depth == 0);
        if (n > 0)
            down(n - 1);
        if (n == 1)
            n = 0;
    }
}

int main(void)
{
    down(2);
    return 0;
}
