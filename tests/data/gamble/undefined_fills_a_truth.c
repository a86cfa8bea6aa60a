// args: --check assert
// What is read into a _Bool need not be a truth value.
// not run: what it reads is not in its inputs
#include <assert.h>
#include <unistd.h>

static struct {
    _Bool flag;
    unsigned char byte;
} pair;

static void use(void)
{
    if (read(0, &pair.flag, 1) == 1)
        assert(*(unsigned char *)&pair.flag <= 1); // bad
}

int main(void)
{
    use();
    return 0;
}
