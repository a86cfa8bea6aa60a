// args: --check assert
// Each function of the table calls the one behind it, and the last one writes.
#include <assert.h>

static int x, y;
static void pass(int at);

static void end(int at)
{
    y = at;
}

static void (*const chain[3])(int) = {pass, pass, end};

static void pass(int at)
{
    chain[at + 1](at + 1);
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        assert(x == 0);
        chain[i](i);
    }
    return y;
}
