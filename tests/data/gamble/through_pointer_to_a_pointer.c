// args: --check assert
// The callee gets the address of a pointer, and writes where the pointer was, before it moves it.
#include <assert.h>

static void advance(int **at, int n)
{
    **at = n;
    ++*at;
}

int main(void)
{
    int cells[6] = {0}, *at = cells;
    for (int i = 1; i < 5; i++) {
        advance(&at, i);
        assert(cells[0] == 0); // bad
    }
    return *at > 9;
}
