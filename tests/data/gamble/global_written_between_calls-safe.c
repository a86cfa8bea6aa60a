// args: --check assert
// The caller puts the old value back before it calls again.
#include <assert.h>

static int busy, entered;

static void enter(void)
{
    assert(busy == 0);
    entered++;
}

int main(void)
{
    enter();
    busy = 1;
    busy = 0;
    enter();
    return 0;
}
