// args: --check assert
// A loop in the loop in front writes the variable.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            x += j;
        }
    }
    for (int i = 0; i < 3; i++) {
        assert(x == 0); // bad
    }
    return y;
}
