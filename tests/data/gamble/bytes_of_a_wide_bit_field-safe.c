// args: --check assert
// The callee writes to a byte behind it.
#include <assert.h>

static struct __attribute__((packed)) {
    unsigned first : 4;
    unsigned wide : 32;
    unsigned last : 12;
} bits;

static void stain(int how)
{
    if (how)
        ((unsigned char *)&bits)[5] = 0xff;
}

static void use(int how)
{
    bits.wide = 0;
    stain(how);
    assert(bits.wide == 0);
}

int main(void)
{
    use(1);
    return 0;
}
