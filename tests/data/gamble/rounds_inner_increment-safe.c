// args: --check assert
// The step of the inner loop writes the variable.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++, y += j) {
            assert(x == 0);
        }
    }
    return y;
}
