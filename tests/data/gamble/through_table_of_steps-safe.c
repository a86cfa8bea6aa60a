// args: --check assert
// One function in the table is not like the others.
#include <assert.h>

static int total, limit = 10;

static void add(void)
{
    total++;
}

static void clear(void)
{
    total = 0;
}

static void relax(void)
{
    total = 20;
}

int main(void)
{
    static void (*const steps[3])(void) = {add, clear, relax};
    for (int i = 0; i < 6; i++) {
        assert(limit == 10);
        steps[i % 3]();
    }
    return 0;
}
