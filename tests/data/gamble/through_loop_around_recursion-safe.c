// args: --check assert
// Each instance of the recursion has a loop, and the instances below write what it relies on.
#include <assert.h>

static int leaves, width = 2;

static void visit(int depth)
{
    if (depth == 0) {
        leaves++;
        leaves = 1;
        return;
    }
    for (int i = 0; i < 2; i++) {
        assert(width == 2);
        visit(depth - 1);
    }
}

int main(void)
{
    visit(2);
    return 0;
}
