// args: --check assert
// The loop lets the pointer lead to another variable.
#include <assert.h>

int main(void)
{
    int x = 1, y = 2, *p = &x;
    for (int i = 0; i < 3; i++) {
        assert(*p == 1);
        p = &x;
    }
    return y;
}
