// args: --check assert
// The callee writes the member that it got.
#include <assert.h>

struct node {
    int key;
    int link;
};

static void unlink(int *link)
{
    *link = 0;
}

int main(void)
{
    struct node node = {5, 1};
    unlink(&node.link);
    assert(node.key == 5);
    return 0;
}
