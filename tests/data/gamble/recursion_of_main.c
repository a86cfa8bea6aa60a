// args: --check assert
// When main calls itself, the global variables no longer have their initial values.
#include <assert.h>

static int depth, rounds;

int main(void)
{
    assert(depth == 0); // bad
    depth++;
    rounds++;
    if (rounds < 2)
        main();
    return 0;
}
