// args: --check assert
// A pointer to a member and a pointer to the structure are of different types, and point to the same bytes.
#include <assert.h>

struct item {
    int count;
    int price;
};

static void reset(struct item *item, int *field)
{
    *field = 9;
    item->count = 2;
    assert(*field == 9); // bad
}

int main(void)
{
    struct item item = {0, 0};
    reset(&item, &item.price);
    reset(&item, &item.count);
    return 0;
}
