// args: --check assert
// What a function does behind its assertion is seen by the assertion when the function calls itself.
#include <assert.h>

static int level;

static void step(int n)
{
    assert(level < 3);
    level++;
    if (n > 0)
        step(n - 1);
}

int main(void)
{
    step(2);
    return 0;
}
