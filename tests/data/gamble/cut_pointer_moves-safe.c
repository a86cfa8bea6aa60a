// args: --check assert
// The loop in front moves the pointer to another variable.
#include <assert.h>

int main(void)
{
    int x = 0, y = 1, *p = &x;
    for (int i = 0; i < 3; i++) {
        if (i == 3) {
            p = &y;
        }
    }
    for (int i = 0; i < 3; i++) {
        assert(*p == 0);
    }
    return x;
}
