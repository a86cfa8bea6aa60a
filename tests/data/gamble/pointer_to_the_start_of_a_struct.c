// args: --check assert
// A pointer to bytes points to a structure, whose second member is written by name.
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
    return byte[4];
}

int main(void)
{
    set();
    int seen = look();
    assert(seen == 0); // bad
    return 0;
}
