// args: --check assert
// Every pointer that is passed points to an element.
#include <assert.h>

static int cells[4], seen;

static void look(int *p)
{
    assert(p != cells + 4);
    seen = *p;
}

int main(void)
{
    look(cells);
    look(cells + 3);
    return 0;
}
