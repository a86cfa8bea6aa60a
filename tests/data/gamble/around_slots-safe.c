// args: --check assert
// The address of the variable is in the last element of a global array of pointers.
#include <assert.h>

static int *slots[3];

int main(void)
{
    int x = 1, y = 1;
    slots[0] = slots[1] = &y;
    slots[2] = &y;
    for (int i = 0; i < 3; i++) {
        *slots[i] = 0;
        assert(x == 1);
    }
    return 0;
}
