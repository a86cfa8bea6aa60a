// args: --check assert
// The callee keeps its argument, and writes there when it is called again.
#include <assert.h>

static void swap_in(int *cell)
{
    static int *before;
    if (before) {
        *before = 3;
    }
    before = *cell < 0 ? cell : before;
}

int main(void)
{
    int cells[5] = {0};
    for (int i = 0; i < 5; i++) {
        assert(i == 0 || cells[i / 2] == 0);
        swap_in(&cells[i]);
    }
    return 0;
}
