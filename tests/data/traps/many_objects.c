// More objects than CBMC has numbers for, unless it is told to have more. Version 5 breaks when it tells an execution in
// which objects on the heap point to each other.
#include <assert.h>
#include <stdlib.h>
struct node {
    struct node *next;
    int value;
};
int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 300; i++) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            abort();
        node->next = list;
        node->value = i;
        list = node;
    }
    assert(list->value == 299);       // => proved 5: proved|unknown:crashed
    assert(list->next->value == 299); // => violated 5: violated|unknown:crashed
    return 0;
}
