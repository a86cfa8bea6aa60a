// args: --check assert
// The loop in front calls the function that it is in.
#include <assert.h>

static int depth;

static void dive(int n)
{
    int mine = depth;
    for (int i = 0; i < n; i++) {
        depth += 0;
        dive(n - 1);
    }
    for (int i = 0; i < 2; i++) {
        assert(depth == mine);
    }
}

int main(void)
{
    dive(2);
    return 0;
}
