// args: --check assert
// The pointer to a link is to the head itself.
#include <assert.h>

struct node {
    struct node *next;
};

int main(void)
{
    struct node b = {0}, a = {&b}, *head = &a, **link = &a.next;
    for (int i = 0; i < 3; i++) {
        assert(head == &a); // bad
        *link = &b;
        link = &head;
    }
    return 0;
}
