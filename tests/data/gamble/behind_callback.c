// args: --check assert
// What happens behind an assertion is seen by it when a pointer leads back to its function.
#include <assert.h>

static int state;
static void (*next)(void);

static void stop(void)
{
}

static void look(void)
{
    assert(state < 2); // bad
    state += 2;
    void (*now)(void) = next;
    next = stop;
    now();
}

int main(void)
{
    next = look;
    look();
    return 0;
}
