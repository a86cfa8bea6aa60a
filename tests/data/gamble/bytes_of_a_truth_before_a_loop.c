// args: --check assert
// The byte in the _Bool is no truth value when the loop begins.
#include <assert.h>

static _Bool flag;

static void repeat(int n)
{
    for (int i = 0; i < n; i++)
        assert(*(unsigned char *)&flag <= 1); // bad
}

int main(void)
{
    *(unsigned char *)&flag = 2;
    repeat(3);
    return 0;
}
