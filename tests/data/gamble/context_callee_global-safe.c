// args: --check assert
// A function that the loop calls writes a global variable.
#include <assert.h>

static int limit;

static void step(int i)
{
    if (i == 4)
        limit = 9;
}

int main(void)
{
    limit = 3;
    for (int i = 0; i < 4; i++) {
        assert(limit == 3);
        step(i);
    }
    return 0;
}
