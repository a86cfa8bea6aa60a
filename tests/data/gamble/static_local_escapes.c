// args: --check assert
// A static local variable is written outside of its function, through a pointer that the function returned.
#include <assert.h>

static int *counter(void)
{
    static int count;
    assert(count < 3); // bad
    count++;
    return &count;
}

int main(void)
{
    *counter() = 9;
    counter();
    return 0;
}
