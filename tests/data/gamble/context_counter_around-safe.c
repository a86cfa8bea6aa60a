// args: --check assert
// The counter of the loop around is what it was when the inner loop began, not where the outer one did.
#include <assert.h>

int main(void)
{
    int n = 0;
    for (int i = 0; i < 3; i++) {
        n = i;
        for (int j = 0; j < 2; j++)
            assert(n == i);
    }
    return 0;
}
