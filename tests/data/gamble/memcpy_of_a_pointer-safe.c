// args: --check assert
// The bytes of another pointer are copied.
#include <assert.h>
#include <string.h>

static int x, y;

int main(void)
{
    int *p = &x, *q = &y, *copy;
    memcpy(&copy, &q, sizeof q);
    x = 1;
    *copy = 2;
    assert(*p == 1);
    return *q;
}
