// args: --check assert
// The callee promises not to write, takes the const away, and writes.
#include <assert.h>

static int peek(const int *cell, int i)
{
    if (i == 2) {
        *(int *)(cell) = 5;
    }
    return *cell;
}

int main(void)
{
    int cells[2] = {1, 1}, sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += peek(cells, i);
        assert(cells[0] == 1); // bad
    }
    return sum;
}
