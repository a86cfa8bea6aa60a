// args: --check assert
// What is called at the end leaves the variable alone.
#include <assert.h>

static int mode, log;

static void inner(int x)
{
    if (x > 2)
        log = x;
}

static void outer(int x)
{
    log++;
    inner(x + 1);
}

static void run(int x)
{
    mode = 0;
    outer(x);
    assert(mode == 0);
}

int main(void)
{
    run(1);
    run(2);
    return 0;
}
