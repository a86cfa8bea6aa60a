// args: --check assert
// The variable has its initial value again when main calls itself.
#include <assert.h>

static int depth, rounds;

int main(void)
{
    assert(depth == 0);
    depth++;
    rounds++;
    depth--;
    if (rounds < 2)
        main();
    return 0;
}
