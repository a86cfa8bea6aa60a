// args: --check assert
// The loop writes the variable through a pointer.
#include <assert.h>

int main(void)
{
    int x = 5, y = 0, *p = &x;
    for (int i = 0; i < 4; i++) {
        assert(x == 5); // bad
        *p = i;
    }
    return y;
}
