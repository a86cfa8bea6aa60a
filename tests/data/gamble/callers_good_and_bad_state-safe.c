// args: --check assert
// It is established again in between.
#include <assert.h>

enum { CLOSED, OPEN };
static int state = CLOSED, used;

static void use(void)
{
    assert(state == OPEN);
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
    state = OPEN;
    use();
    return 0;
}
