// args: --check assert
// The pointer loses its type on the way, not its target.
#include <assert.h>

static int value, other;

static void clear(void *data)
{
    *(int *)data = 0;
}

int main(void)
{
    void *anything = &other;
    anything = &value;
    value = 1;
    clear(anything);
    assert(value == 1); // bad
    return 0;
}
