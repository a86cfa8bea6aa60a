// args: --check assert
// The initialiser of a static local variable does not run at each call.
#include <assert.h>

static void once(void)
{
    static int count = 0;
    count++;
    assert(count == 1); // bad
}

int main(void)
{
    once();
    once();
    return 0;
}
