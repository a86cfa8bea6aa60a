// args: --check assert
// The callee writes to bits that have one.
#include <assert.h>

static struct {
    unsigned low : 3;
    unsigned : 5;
    unsigned high : 8;
} bits;

static void stain(int how)
{
    ((unsigned char *)&bits)[1] = how;
}

static void use(int how)
{
    ((unsigned char *)&bits)[0] = 0;
    stain(how);
    assert((((unsigned char *)&bits)[0] & 0xf8) == 0);
}

int main(void)
{
    use(0xf8);
    return 0;
}
