// args: --check assert
// The pointer points to the beginning of an element.
#include <assert.h>

static int cells[4], seen;

static void look(char *p)
{
    assert((p - (char *)cells) % sizeof(int) == 0);
    seen = *p;
}

int main(void)
{
    look((char *)&cells[2]);
    look((char *)&cells[3]);
    return 0;
}
