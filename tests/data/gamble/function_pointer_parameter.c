// args: --check assert
// The other caller passes a function that changes the global variable.
#include <assert.h>

static int total, calls;

static void quiet(int x) { calls += x; }
static void loud(int x) { total += x; }

static void apply(void (*action)(int))
{
    int before = total;
    action(2);
    assert(total == before); // bad
}

int main(void)
{
    apply(quiet);
    apply(loud);
    return 0;
}
