// args: --check assert
// Both functions leave the variable alone.
#include <assert.h>

static int total, calls;

static void quiet(int x) { calls += x; }
static void loud(int x) { calls -= x; }

static void apply(void (*action)(int))
{
    int before = total;
    action(2);
    assert(total == before);
}

int main(void)
{
    apply(quiet);
    apply(loud);
    return 0;
}
