// args: --check assert
// The global variable points elsewhere when the callee writes.
#include <assert.h>

static int *kept, other;

static void write(void)
{
    *kept = 5;
}

static void owner(void)
{
    int mine = 3;
    kept = &mine;
    kept = &other;
    write();
    assert(mine == 3);
}

int main(void)
{
    owner();
    return 0;
}
