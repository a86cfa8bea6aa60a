// args: --check assert
// The callee gives the address of the other variable in later iterations.
#include <assert.h>

static int first, second;

static int *pick(int i)
{
    return i < 2 ? &first : &second;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        *pick(i) = i + 1;
        assert(second == 0); // bad
    }
    return 0;
}
