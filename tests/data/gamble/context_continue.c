// args: --check assert
// An iteration changes the state and goes on with the next one.
#include <assert.h>

int main(void)
{
    int x = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 2) {
            x = 7;
            continue;
        }
        assert(x == 0); // bad
    }
    return 0;
}
