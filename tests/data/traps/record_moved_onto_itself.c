// args: --check assert
// What is moved and where it is moved to overlap.
#include <assert.h>
#include <string.h>

struct three {
    int *a, *b, *c;
};
static int x, y, z;

int main(void)
{
    int *list[4] = {&x, &y, &z, 0};
    struct three *from = (struct three *)list, *to = (struct three *)(list + 1);
    memmove(to, from, sizeof *to);
    assert(list[3] == &x); // => violated|unknown
    assert(list[3] == &z); // => proved|unknown
    return 0;
}
