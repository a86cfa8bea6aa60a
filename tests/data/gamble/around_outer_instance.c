// args: --check assert
// The inner instance of the function writes the local variable of the outer one in its loop.
#include <assert.h>

static void nest(int depth, int *outer)
{
    int mine = 0;
    for (int i = 0; i < 2; i++) {
        assert(mine == 0); // bad
        *outer = 1;
        if (depth > 0) {
            nest(depth - 1, &mine);
        }
    }
}

int main(void)
{
    int x = 0;
    nest(2, &x);
    return 0;
}
