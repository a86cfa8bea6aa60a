// args: --check assert
// Each list has a tail of its own.
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

static void check(struct node *p, struct node *q)
{
    p->next->value = 1;
    q->next->value = 2;
    assert(p->next->value == 1);
}

int main(void)
{
    struct node s = {0, 0}, t = {0, 0}, a = {0, &s}, b = {0, &t};
    check(&a, &b);
    b.next = &a;
    check(&a, &b);
    return 0;
}
