// args: --check assert
// A function that the loop in front calls writes the variable.
#include <assert.h>

static int x, y;

static void step(void)
{
    y++;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        step();
    }
    for (int i = 0; i < 4; i++) {
        assert(x == 0);
    }
    return y;
}
