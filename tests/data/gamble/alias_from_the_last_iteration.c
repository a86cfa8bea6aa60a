// args: --check assert
// The pointer that the last iteration left points to the variable that this one looks at.
#include <assert.h>

static int x, y;

int main(void)
{
    int *last = &y;
    for (int i = 0; i < 2; i++) {
        int before = x;
        *last = i + 9;
        assert(x == before); // bad
        last = &x;
    }
    return 0;
}
