// args: --check assert
// A loop behind the region, in the same loop around both, destroys the fact.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++)
            assert(x == 0); // bad
        for (int j = 0; j < 2; j++)
            x = j;
    }
    return y;
}
