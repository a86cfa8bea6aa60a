// args: --check assert
// A pointer on its way through a floating number.
#include <assert.h>

union view {
    int *p;
    double d;
};
static int data[2] = {1, 2};

int main(void)
{
    union view u, v;
    u.p = data;
    v.p = data + 1;
    u.d = v.d;
    assert(*u.p == 1); // => unknown:not-supported embedded: violated
    return 0;
}
