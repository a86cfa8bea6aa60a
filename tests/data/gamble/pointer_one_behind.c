// args: --check assert
// A pointer may point one behind the array, where no element is.
#include <assert.h>

static int cells[4], seen;

static void look(int *p)
{
    assert(p != cells + 4); // bad
    seen = *p;
}

int main(void)
{
    look(cells);
    look(cells + 4);
    return 0;
}
