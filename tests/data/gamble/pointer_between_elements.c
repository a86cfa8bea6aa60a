// args: --check assert
// A pointer into an array of int need not point to the beginning of an element.
#include <assert.h>

static int cells[4], seen;

static void look(char *p)
{
    assert((p - (char *)cells) % sizeof(int) == 0); // bad
    seen = *p;
}

int main(void)
{
    look((char *)&cells[2]);
    look((char *)&cells[2] + 1);
    return 0;
}
