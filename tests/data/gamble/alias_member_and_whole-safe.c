// args: --check assert
// The member that is pointed to is not the one that is written.
#include <assert.h>

struct item {
    int count;
    int price;
};

static void reset(struct item *item, int *field)
{
    *field = 9;
    item->count = 2;
    assert(*field == 9);
}

int main(void)
{
    struct item item = {0, 0};
    reset(&item, &item.price);
    reset(&item, &item.price);
    return 0;
}
