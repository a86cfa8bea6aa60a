// args: --check assert
// The callee writes to the padding of a structure inside of one that has a pointer.
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
    ((char *)&outer)[1] = how;
}

static void use(int how)
{
    ((char *)&outer)[1] = 0;
    stain(how);
    outer.pointer = &target;
    assert(((char *)&outer)[1] == 0); // bad
}

int main(void)
{
    use(1);
    return 0;
}
