// args: --check assert
// Two pointers that come from different places are equal.
#include <assert.h>

static int cells[4], calls;

static void distinct(const int *p, const int *q)
{
    assert(p != q); // bad
    calls++;
}

int main(void)
{
    distinct(&cells[1], &cells[2]);
    distinct(cells + 3, &cells[4] - 1);
    return 0;
}
