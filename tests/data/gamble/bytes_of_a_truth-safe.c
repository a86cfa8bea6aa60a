// args: --check assert
// What it leaves is a truth value.
#include <assert.h>

static _Bool flag;

static void stain(int how)
{
    *(unsigned char *)&flag = how == 2;
}

static void use(int how)
{
    stain(how);
    assert(*(unsigned char *)&flag <= 1);
}

int main(void)
{
    use(2);
    return 0;
}
