// args: --check assert
// The callee writes to a member beside the padding.
#include <assert.h>

static int target;
static struct {
    struct {
        char letter;
        short half;
    } inner;
    int *pointer;
} outer;

static void stain(int how)
{
    ((char *)&outer)[0] = how;
}

static void use(int how)
{
    ((char *)&outer)[1] = 0;
    stain(how);
    outer.pointer = &target;
    assert(((char *)&outer)[1] == 0);
}

int main(void)
{
    use(1);
    return 0;
}
