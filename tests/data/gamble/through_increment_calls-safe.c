// args: --check assert
// The increment of the loop is a call that writes, so it is not seen in the body.
#include <assert.h>

static int used;

static int advance(int i)
{
    used = i / 5 > 2;
    return i + 1;
}

int main(void)
{
    for (int i = 0; i < 5; i = advance(i)) {
        assert(used == 0);
    }
    return 0;
}
