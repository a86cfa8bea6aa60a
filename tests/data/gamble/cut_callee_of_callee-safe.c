// args: --check assert
// A function that the callee calls in its loop writes the variable.
#include <assert.h>

static int x, y;

static void put(int value)
{
    for (int i = 0; i < 2; i++) {
        y = value;
    }
}

static void fill(int n)
{
    while (n > 0) {
        put(n);
        n--;
    }
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        assert(x == 0);
        fill(i);
    }
    return y;
}
