// args: --check assert
// The loop in front is left with another state than its head has.
#include <assert.h>

int main(void)
{
    int found = 0;
    for (int i = 0; i < 5; i++) {
        if (i == 3) {
            found = 1;
            break;
        }
    }
    for (int j = 0; j < 2; j++)
        assert(found == 0); // bad
    return 0;
}
