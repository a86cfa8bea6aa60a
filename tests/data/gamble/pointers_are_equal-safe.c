// args: --check assert
// The two pointers are never equal.
#include <assert.h>

static int cells[4], calls;

static void distinct(const int *p, const int *q)
{
    assert(p != q);
    calls++;
}

int main(void)
{
    distinct(&cells[1], &cells[2]);
    distinct(cells + 2, &cells[4] - 1);
    return 0;
}
