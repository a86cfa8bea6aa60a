// args: --check assert
// The second loop runs on what the first one left, which depends on the order of the two.
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
        cells[i] = i + 2;
    square();
    for (int i = 0; i < 3; i++)
        assert(cells[i] < 10); // bad
    return 0;
}
