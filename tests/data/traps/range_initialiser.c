// CBMC gives a range of elements only to the first of them.
#include <assert.h>
static int a[6] = { [1 ... 3] = 7, 8 };
static int b[2][3] = { [0 ... 1] = { [1 ... 2] = 5 } };
int main(void)
{
    assert(a[1] == 7 && a[2] == 7 && a[3] == 7 && a[4] == 8 && a[5] == 0); // => proved
    assert(b[0][0] == 0 && b[1][1] == 5 && b[1][2] == 5);                  // => proved
    assert(a[3] == 0);                                                     // => violated
    return 0;
}
