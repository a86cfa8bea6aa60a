// args: --check assert
// A local variable hides the global one, and a block of the callee brings the global one back.
#include <assert.h>

int level;

static int work(int level)
{
    if (level == 2) {
        int level;
        level = 1;
    }
    return level;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += work(i);
        assert(level == 0);
    }
    return sum;
}
