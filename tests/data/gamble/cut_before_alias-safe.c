// args: --check assert
// The loop in front writes the variable through a pointer.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0, *p = &y;
    for (int i = 1; i < 4; i++) {
        *p += i;
    }
    for (int i = 0; i < 4; i++) {
        assert(x == 0);
    }
    return x + y;
}
