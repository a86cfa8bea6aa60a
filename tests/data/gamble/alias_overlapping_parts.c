// args: --check assert
// The two arrays overlap, although neither pointer ever equals the other.
#include <assert.h>

static int from[6] = {1, 2, 3, 4, 5, 6}, to[6];

static void copy(int *dst, int *src)
{
    for (int i = 0; i < 3; i++)
        dst[i] = src[i];
    assert(dst[0] == src[0]); // bad
}

int main(void)
{
    copy(to, from);
    copy(from, from + 1);
    return 0;
}
