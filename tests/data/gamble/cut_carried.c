// args: --check assert
// In every iteration but the first one the value is that of the one before.
#include <assert.h>

int main(void)
{
    int last = -1, same = 3;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            same = 3;
        }
        assert(last == -1); // bad
        last = i;
    }
    return same;
}
