// args: --check assert
// What a caller does behind one call is seen by the assertion in the next one.
#include <assert.h>

static int sum, calls;

static void check(void)
{
    calls++;
    assert(sum < 4); // bad
}

static void work(int n)
{
    check();
    sum += n;
    check();
    sum += n;
}

int main(void)
{
    work(4);
    return 0;
}
