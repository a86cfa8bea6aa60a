// args: --check bounds
// The list has one node more than the array has elements; no single node shows that.
#include <stdlib.h>

struct node {
    struct node *next;
};
static int cells[3];

static void count(struct node *n)
{
    for (int i = 0; n; i++) {
        cells[i] = 1; // bad
        n = n->next;
    }
}

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 0;
        n->next = list;
        list = n;
    }
    count(list);
    return 0;
}
