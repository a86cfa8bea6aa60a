// args: --check assert
// A callee leaves a byte in a _Bool that is no truth value; it is read as a byte.
#include <assert.h>

static _Bool flag;

static void stain(int how)
{
    *(unsigned char *)&flag = how;
}

static void use(int how)
{
    stain(how);
    assert(*(unsigned char *)&flag <= 1); // bad
}

int main(void)
{
    use(2);
    return 0;
}
