// args: --check assert
// The loop in front fills the array.
#include <assert.h>

int main(void)
{
    int a[4] = {0}, b[4] = {0};
    for (int i = 0; i < 4; i++) {
        a[i] = 1;
    }
    for (int i = 0; i < 4; i++) {
        assert(a[3] == 0); // bad
    }
    return b[0];
}
