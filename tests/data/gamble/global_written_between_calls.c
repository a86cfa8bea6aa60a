// args: --check assert
// The caller changes the variable between two calls; its initial value holds in the first call only.
#include <assert.h>

static int busy, entered;

static void enter(void)
{
    assert(busy == 0); // bad
    entered++;
}

int main(void)
{
    enter();
    busy = 1;
    enter();
    return 0;
}
