// args: --check assert
// The next node is another one.
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

static void number(struct node *n)
{
    n->value = 1;
    n->next->value = 2;
    assert(n->value == 1);
}

int main(void)
{
    struct node a, b;
    a.next = &b;
    b.next = &a;
    number(&a);
    number(&b);
    return 0;
}
