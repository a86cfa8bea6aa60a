// args: --check assert
// What the first caller established is gone when the second one calls.
#include <assert.h>

enum { CLOSED, OPEN };
static int state = CLOSED, used;

static void use(void)
{
    assert(state == OPEN); // bad
    used++;
}

static void with_open(void)
{
    state = OPEN;
    use();
    state = CLOSED;
}

int main(void)
{
    with_open();
    use();
    return 0;
}
