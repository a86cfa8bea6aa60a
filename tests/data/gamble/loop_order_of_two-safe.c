// args: --check assert
// The first loop leaves all elements small.
#include <assert.h>

static int cells[3];

static void square(void)
{
    for (int i = 0; i < 3; i++)
        cells[i] *= cells[i];
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        cells[i] = i + 1;
    square();
    for (int i = 0; i < 3; i++)
        assert(cells[i] < 10);
    return 0;
}
