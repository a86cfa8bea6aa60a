// args: --check assert
// The variable is written on the way out of the loop in front.
#include <assert.h>

int main(void)
{
    int x = 0, i = 0;
    for (;;) {
        if (i == 3) {
            x = 1;
            break;
        }
        i++;
    }
    for (int j = 0; j < 4; j++) {
        assert(x == 0); // bad
    }
    return i;
}
