// args: --check assert
// The guard writes only when the loop is left.
#include <assert.h>

int main(void)
{
    int x = 0, i = 0;
    while (i < 3 || (x = 1, 0)) {
        i++;
    }
    for (int j = 0; j < 2; j++) {
        assert(x == 0); // bad
    }
    return 0;
}
