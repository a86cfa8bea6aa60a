// args: --check assert
// The pointer that the last iteration left points elsewhere.
#include <assert.h>

static int x, y;

int main(void)
{
    int *last = &y;
    for (int i = 0; i < 2; i++) {
        int before = x;
        *last = i + 9;
        assert(x == before);
        last = &y;
    }
    return 0;
}
