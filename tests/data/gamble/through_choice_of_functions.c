// args: --check assert
// The function that is called is chosen in the call itself.
#include <assert.h>

static int x = 1, y = 1;

static void touch_x(void)
{
    x = 2;
}

static void touch_y(void)
{
    y = 2;
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        (i == 3 ? touch_x : touch_y)();
        assert(x == 1); // bad
    }
    return y;
}
