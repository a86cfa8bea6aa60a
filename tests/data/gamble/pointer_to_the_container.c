// args: --check assert
// The callee gets a pointer to one member and writes another one.
#include <assert.h>

struct node {
    int key;
    int link;
};

static void unlink(int *link)
{
    struct node *node = (struct node *)((char *)link - sizeof(int));
    node->key = 0;
}

int main(void)
{
    struct node node = {5, 1};
    unlink(&node.link);
    assert(node.key == 5); // bad
    return 0;
}
