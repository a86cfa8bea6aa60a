// args: --check assert
// An automatic variable is initialised at each call.
#include <assert.h>

static void once(void)
{
    int count = 0;
    count++;
    assert(count == 1);
}

int main(void)
{
    once();
    once();
    return 0;
}
