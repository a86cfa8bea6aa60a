// args: --check assert
// The guard takes over the value of the last iteration before it compares.
#include <assert.h>

int main(void)
{
    int x = 0, last = 0, other = 0, i = 0;
    while (last = x, i < 3) {
        assert(last == 0); // bad
        x = i + 5;
        i++;
    }
    return other;
}
