// args: --check assert
// The loop in front writes what is asserted in the next one.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0;
    for (int i = 0; i < 4; i++) {
        y = i;
    }
    for (int i = 0; i < 4; i++) {
        assert(x == 0);
        y += i;
    }
    return y;
}
