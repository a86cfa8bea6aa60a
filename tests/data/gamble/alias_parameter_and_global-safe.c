// args: --check assert
// No caller passes the address of the global variable that is used by its name.
#include <assert.h>

static int level, other;

static void raise(int *p)
{
    level = 5;
    *p = 6;
    assert(level == 5);
}

int main(void)
{
    raise(&other);
    raise(&other);
    return 0;
}
