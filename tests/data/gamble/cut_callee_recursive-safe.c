// args: --check assert
// The loop is in a function that calls itself: it has its variables several times.
#include <assert.h>

static int tree(int n)
{
    int nodes = 1;
    for (int i = 0; i < n; i++) {
        nodes += tree(n - 1);
    }
    return nodes;
}

int main(void)
{
    int nodes = 0;
    for (int i = 0; i < 3; i++) {
        nodes = tree(i);
        assert(nodes > 0);
    }
    return 0;
}
