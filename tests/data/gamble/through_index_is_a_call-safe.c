// args: --check assert
// The index of an assignment is a call, which moves the end.
#include <assert.h>

static int end = 2, moved;

static int next(int i)
{
    if (i == 2) {
        moved++;
    }
    return i;
}

int main(void)
{
    int cells[4] = {0};
    for (int i = 0; i < 4; i++) {
        cells[next(i)] = 1;
        assert(end == 2);
    }
    return cells[0] + moved;
}
