// args: --check assert
// Every caller passes an address.
#include <assert.h>

static int x, y, set;

static void use(int *p)
{
    assert(p != 0);
    set = *p;
}

int main(void)
{
    use(&x);
    use(&y);
    return 0;
}
