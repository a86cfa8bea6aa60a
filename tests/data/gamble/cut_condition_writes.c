// args: --check assert
// The condition of the loop in front writes the variable, also the last time.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0;
    while (x++ < 3) {
    }
    for (int j = 0; j < 3; j++) {
        assert(x == 0); // bad
    }
    return y;
}
