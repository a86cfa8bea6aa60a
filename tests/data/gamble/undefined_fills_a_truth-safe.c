// args: --check assert
// Only the byte behind it is filled.
// not run: what it reads is not in its inputs
#include <assert.h>
#include <unistd.h>

static struct {
    _Bool flag;
    unsigned char byte;
} pair;

static void use(void)
{
    if (read(0, &pair.byte, 1) == 1)
        assert(*(unsigned char *)&pair.flag <= 1);
}

int main(void)
{
    use();
    return 0;
}
