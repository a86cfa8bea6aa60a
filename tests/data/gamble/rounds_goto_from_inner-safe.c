// args: --check assert
// The inner loop is left for a place behind the reset.
#include <assert.h>

int main(void)
{
    int x = 0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (i == 1 && j == 2) {
                x = 1;
                goto out;
            }
        }
    }
out:
    x = 0;
    for (int k = 0; k < 2; k++) {
        assert(x == 0);
    }
    return 0;
}
