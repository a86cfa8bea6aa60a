// args: --check assert
// The outermost of three loops changes what the middle one resets too late.
#include <assert.h>

int main(void)
{
    int x = 0;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            for (int k = 0; k < 2; k++) {
                assert(x == 0); // bad
            }
            x = 0;
        }
        x = 1;
    }
    return 0;
}
