// args: --check assert
// The callee changes its own copy of the struct, but the array in it is somewhere else.
#include <assert.h>

struct box {
    int size;
    int *cells;
};

static void change(struct box box, int i)
{
    box.size = i;
    box.size += i;
}

int main(void)
{
    int cells[2] = {0, 0};
    struct box box = {2, cells};
    for (int i = 0; i < 4; i++) {
        change(box, i);
        assert(box.cells[0] == 0);
    }
    return box.size;
}
