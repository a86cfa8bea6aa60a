// args: --check assert
// Not the callee, but a function that it calls, changes the global variable.
#include <assert.h>

static int mode, log;

static void inner(int x)
{
    if (x > 2)
        mode = x;
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
    assert(mode == 0); // bad
}

int main(void)
{
    run(1);
    run(2);
    return 0;
}
