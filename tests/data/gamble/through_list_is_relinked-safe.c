// args: --check assert
// The callee relinks the list, so that the walk comes to the node that holds something else.
#include <assert.h>

struct node {
    struct node *next;
    int value;
};

static struct node c = {0, 1}, b = {&c, 0}, a = {&b, 0}, d = {0, 0};

static void relink(struct node *at)
{
    if (at->next == &c) {
        at->next = &d;
    }
}

int main(void)
{
    for (struct node *at = &a; at; at = at->next) {
        assert(at->value == 0);
        relink(at);
    }
    return 0;
}
