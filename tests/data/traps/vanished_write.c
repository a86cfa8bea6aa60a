// A write out of bounds vanishes; asking for bounds as well says so.
// args: --check assert,bounds
#include <assert.h>
int main(void)
{
    int a[2] = {0, 0};
    int i = 2;
    a[i] = 7;         // => violated
    assert(a[0] == 0); // => proved
    return 0;
}
