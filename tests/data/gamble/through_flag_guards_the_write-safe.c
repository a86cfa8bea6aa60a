// args: --check assert
// Two globals guard each other's writes, so that neither changes in the first two iterations.
#include <assert.h>

static int a, b, c;

static void third(void)
{
    if (b) {
        c = 1;
    }
}

static void second(void)
{
    third();
    if (a) {
        a = 1;
    }
}

static void first(void)
{
    second();
    a = 1;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        first();
        assert(c == 0);
    }
    return 0;
}
