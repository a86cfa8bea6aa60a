// args: --check assert
// The address of the local variable is in a global one, and the callee writes through that.
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
    write();
    assert(mine == 3); // bad
}

int main(void)
{
    owner();
    return 0;
}
