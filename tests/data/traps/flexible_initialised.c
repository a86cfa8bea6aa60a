// args: --check assert,bounds
// CBMC takes an object with an initialised flexible array member for as large as its type, and calls what is inside outside.
#include <assert.h>

struct list {
    int count;
    char items[];
};
static struct list list = {2, {1, 2, 3, 4, 5, 6, 7, 8, 9}};

static void look(struct list *p, int k)
{
    int item = p->items[k];
    assert(item == k + 1);
}

int main(void)
{
    look(&list, 1); // => unknown embedded: proved
    list.items[1] = 7;
    look(&list, 1); // => unknown embedded: violated
    return 0;
}
