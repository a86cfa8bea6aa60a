// args: --check assert
// The variable is written before it is read, but not on every way.
#include <assert.h>

int main(void)
{
    int x = 1, sum = 0;
    for (int i = 0; i < 4; i++) {
        if (i != 3) {
            x = 1;
        }
        for (int j = 0; j < 2; j++) {
            assert(x == 1); // bad
            sum += j;
        }
        x = 2;
    }
    return sum;
}
