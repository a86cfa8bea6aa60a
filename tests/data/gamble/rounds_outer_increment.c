// args: --check assert
// The step of the outer loop writes what the inner loop only reads.
#include <assert.h>

int main(void)
{
    int x = 0, y = 0;
    for (int i = 0; i < 3; x = ++i) {
        for (int j = 0; j < 2; j++) {
            assert(x == 0); // bad
        }
    }
    return y;
}
