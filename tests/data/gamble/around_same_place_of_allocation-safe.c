// args: --check assert
// Every iteration has a node from the same call, and one of them is kept from the first iteration.
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
};

int main(void)
{
    struct node *first = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) {
            break;
        }
        n->value = 0;
        if (first) {
            n->value = 1;
        } else {
            first = n;
        }
        assert(first->value == 0);
    }
    return 0;
}
