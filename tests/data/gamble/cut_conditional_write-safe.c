// args: --check assert
// The variable is written in one iteration of the loop around, and read later.
#include <assert.h>

int main(void)
{
    int x = 5, y = 5, sum = 0;
    for (int i = 0; i < 4; i++) {
        if (i == 2) {
            y = 7;
        }
        for (int j = 0; j < 2; j++) {
            sum += j;
        }
        for (int j = 0; j < 2; j++) {
            assert(x == 5);
        }
    }
    return sum + y;
}
