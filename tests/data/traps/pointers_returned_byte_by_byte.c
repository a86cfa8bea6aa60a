// args: --check assert
// Each byte comes from a function.
#include <assert.h>

union view {
    int *p;
    unsigned char bytes[sizeof(int *)];
};
static int data[2] = {1, 2};

static unsigned char get(const union view *v, unsigned i)
{
    return v->bytes[i];
}

int main(void)
{
    union view u, v;
    u.p = data;
    v.p = data + 1;
    for (unsigned i = 0; i < sizeof u.bytes; i++)
        u.bytes[i] = get(&v, i);
    assert(*u.p == 1); // => unknown:not-supported embedded: violated
    return 0;
}
