// args: --check assert
// The fact holds in the first iteration alone.
#include <assert.h>

int main(void)
{
    int first = 1;
    for (int i = 0; i < 3; i++) {
        assert(first); // bad
        first = 0;
    }
    return 0;
}
