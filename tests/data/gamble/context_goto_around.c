// args: --check assert
// Control comes to the loop again, with another state, by a jump from behind it.
#include <assert.h>

int main(void)
{
    int x = 0;
again:
    for (int i = 0; i < 2; i++)
        assert(x < 2); // bad
    if (++x < 3)
        goto again;
    return 0;
}
