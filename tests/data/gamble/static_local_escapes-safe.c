// args: --check assert
// What is written outside is a copy.
#include <assert.h>

static int *counter(void)
{
    static int count;
    assert(count < 3);
    count++;
    return &count;
}

int main(void)
{
    int copy = *counter();
    copy = 9;
    counter();
    return 0;
}
