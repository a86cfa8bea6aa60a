// args: --check assert
// Bytes of pointers, in variables whose addresses nobody takes.
#include <assert.h>

union view {
    int *p;
    unsigned char bytes[sizeof(int *)];
};
static int data[2] = {1, 2};

int main(void)
{
    union view u, v;
    u.p = data;
    v.p = data + 1;
    for (unsigned i = 0; i < sizeof u.bytes; i++)
        u.bytes[i] = v.bytes[i];
    assert(*u.p == 1); // => unknown:not-supported embedded: violated
    return 0;
}
