// args: --check assert
// The first byte is looked at.
#include <assert.h>

static struct {
    int first, second;
} pair;
static unsigned char *byte = (unsigned char *)&pair;

static void set(void)
{
    pair.second = 1;
}

static int look(void)
{
    return byte[0];
}

int main(void)
{
    set();
    int seen = look();
    assert(seen == 0);
    return 0;
}
