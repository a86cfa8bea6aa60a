// args: --check assert
// The pointer to the removed node is moved on.
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
    cursor = a.next;
    int sum = a.value + a.next->value;
    assert(sum == 4);
    assert(cursor->value == 3);
    return 0;
}
