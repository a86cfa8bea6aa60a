// args: --check assert
// The copy replaces a pointer into the same array.
#include <assert.h>
#include <string.h>

struct cursor {
    int *at;
    int left;
};

static void advance(struct cursor *c)
{
    struct cursor next = {c->at + 1, c->left - 1};
    memcpy(c, &next, sizeof next);
}

static int get(struct cursor *c)
{
    return *c->at;
}

int main(void)
{
    int data[2] = {1, 2};
    struct cursor c = {data, 2};
    advance(&c);
    int value = get(&c);
    assert(value == 1); // bad
    return 0;
}
