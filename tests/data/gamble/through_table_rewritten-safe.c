// args: --check assert
// The callee puts another function into the table that the loop calls from.
#include <assert.h>

static int x;
static void quiet(void) {}

static void loud(void)
{
    x = 7;
}

static void (*table[2])(void) = {quiet, quiet};

static void install(int slot)
{
    table[slot] = quiet;
}

int main(void)
{
    void (*spare)(void) = loud;
    for (int i = 0; i < 4; i++) {
        table[i % 2]();
        assert(x == 0);
        if (i == 1) {
            install(0);
        }
    }
    spare();
    return 0;
}
