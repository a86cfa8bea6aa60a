// args: --check assert
// Only the innermost instance of the recursion writes, and only if it is reached.
#include <assert.h>

static int mark;

static void sink(int n)
{
    if (n == 0) {
        mark = 1;
    }
    if (n > 0) {
        sink(n - 1);
    }
}

int main(void)
{
    for (int i = 1; i < 4; i++) {
        assert(mark == 0); // bad
        sink(i);
    }
    return 0;
}
