// args: --check assert
// Behind an assertion control goes back in front of it, by a label.
#include <assert.h>

int main(void)
{
    int x = 0, rounds = 0;
again:
    assert(x < 6); // bad
    x += 3;
    if (rounds++ < 2)
        goto again;
    return 0;
}
