// args: --check assert
// The inner loop counts in the outer variable, or in one of the same name.
#include <assert.h>

int main(void)
{
    int x = 0;
    for (int i = 0; i < 3; i++) {
        assert(x == 0);
        for (int x = 0; x < 2; x++) {
            i += x;
        }
    }
    return 0;
}
