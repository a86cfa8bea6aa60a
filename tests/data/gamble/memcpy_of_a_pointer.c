// args: --check assert
// The pointer is copied as bytes, and still points to the variable.
#include <assert.h>
#include <string.h>

static int x, y;

int main(void)
{
    int *p = &x, *q = &y, *copy;
    memcpy(&copy, &p, sizeof p);
    x = 1;
    *copy = 2;
    assert(*p == 1); // bad
    return *q;
}
