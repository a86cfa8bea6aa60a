// args: --check assert
// The callee writes to another byte without a member.
#include <assert.h>

static struct {
    char letter;
    int number;
} pair;

static void stain(int how)
{
    if (how)
        ((char *)&pair)[2] = 5;
}

static void use(int how)
{
    ((char *)&pair)[1] = 0;
    stain(how);
    assert(((char *)&pair)[1] == 0);
}

int main(void)
{
    use(1);
    return 0;
}
