// args: --check assert
// The condition of the loop calls a function that writes, also when it says that there is no more.
#include <assert.h>

static int left = 3, shut;

static int more(void)
{
    if (left == 0) {
        left = 1;
        return 0;
    }
    left--;
    return 1;
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        assert(shut == 0);
        while (more()) {
        }
    }
    return 0;
}
