// args: --check assert
// A parameter may point to a global variable that the function also uses by its name.
#include <assert.h>

static int level, other;

static void raise(int *p)
{
    level = 5;
    *p = 6;
    assert(level == 5); // bad
}

int main(void)
{
    raise(&other);
    raise(&level);
    return 0;
}
