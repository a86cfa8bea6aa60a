// args: --check assert
// The address of the variable was given away before the loop.
#include <assert.h>

static int *where;

static void keep(int *p)
{
    where = p;
}

static void poke(void)
{
    *where = 8;
}

int main(void)
{
    int x = 1, other = 1;
    keep(&other);
    for (int i = 0; i < 3; i++) {
        assert(x == 1);
        poke();
    }
    return other;
}
