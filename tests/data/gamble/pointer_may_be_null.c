// args: --check assert
// A null pointer points to nothing, and so no set of targets mentions it.
#include <assert.h>

static int x, y, set;

static void use(int *p)
{
    assert(p != 0); // bad
    set = *p;
}

int main(void)
{
    use(&x);
    use(0);
    return 0;
}
