// args: --check assert
// The node is no longer in the list, but somebody still has a pointer to it and it points into the list.
#include <assert.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    struct node *cursor = a.next;
    a.next = b.next;
    b.value = 9;
    int sum = a.value + a.next->value;
    assert(sum == 4);
    assert(cursor->value == 3); // bad
    return 0;
}
