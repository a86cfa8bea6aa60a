// args: --check assert
// The body runs once at least.
#include <assert.h>

int main(void)
{
    int x = 0, i = 0;
    do {
        x = 1;
        i++;
    } while (i < 3);
    for (int j = 0; j < 3; j++) {
        assert(x == 0); // bad
    }
    return i;
}
