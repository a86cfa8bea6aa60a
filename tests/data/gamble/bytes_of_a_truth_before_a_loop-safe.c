// args: --check assert
// The _Bool is set as one.
#include <assert.h>

static _Bool flag;

static void repeat(int n)
{
    for (int i = 0; i < n; i++)
        assert(*(unsigned char *)&flag <= 1);
}

int main(void)
{
    flag = 2;
    repeat(3);
    return 0;
}
