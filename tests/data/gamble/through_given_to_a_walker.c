// args: --check assert
// The walker calls what it is given for each element, and what it is given writes a global.
#include <assert.h>

static int largest, walked;

static void walk(const int *cells, int n, void (*each)(int))
{
    for (int i = 0; i < n; i++) {
        each(cells[i]);
    }
}

static void count(int cell)
{
    walked += cell != 0;
}

static void grow(int cell)
{
    if (cell > largest) {
        largest = cell;
    }
}

int main(void)
{
    static const int cells[3] = {-1, 0, 1};
    for (int round = 0; round < 3; round++) {
        assert(largest == 0); // bad
        walk(cells, 3, round == 0 ? count : grow);
    }
    return walked;
}
