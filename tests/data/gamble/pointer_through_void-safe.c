// args: --check assert
// What is passed is a pointer to the other variable.
#include <assert.h>

static int value, other;

static void clear(void *data)
{
    *(int *)data = 0;
}

int main(void)
{
    void *anything = &other;
    value = 1;
    clear(anything);
    assert(value == 1);
    return 0;
}
