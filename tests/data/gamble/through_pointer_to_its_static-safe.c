// args: --check assert
// The callee gives out the address of its memory, and the loop writes there.
#include <assert.h>

static int *memory(int ask)
{
    static int cells[2] = {1, 1};
    return &cells[ask];
}

static int asked(void)
{
    return *memory(0);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        assert(asked() == 1);
        *memory(i == 2 ? 1 : 1) = i + 1;
    }
    return 0;
}
