// args: --check assert
// The callee turns its parameter by its address, which it keeps in a static variable.
#include <assert.h>

static int x, y;
static int **slot;

static void turn(void)
{
    *slot = &x;
}

static void work(int *p)
{
    slot = &p;
    for (int i = 0; i < 3; i++) {
        assert(x == 0); // bad
        *p = 1;
        turn();
    }
    slot = 0;
}

int main(void)
{
    work(&y);
    return 0;
}
