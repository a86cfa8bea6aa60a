// args: --check assert
// A jump leaves two loops at once, and takes another value along.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (i * j == 6) {
                x = 2;
                goto out;
            }
        }
    }
out:
    for (int j = 0; j < 3; j++) {
        assert(x == 0); // bad
    }
    return y;
}
