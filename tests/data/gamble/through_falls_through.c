// args: --check assert
// A case of the callee falls through to the next one.
#include <assert.h>

static int red, green;

static void count(int what)
{
    switch (what) {
    case 0:
        green++;
        break;
    case 1:
        green = 0;
        case 2:
        red++;
        break;
    default:
        green = 7;
    }
}

int main(void)
{
    for (int i = 0; i < 6; i++) {
        count(i % 2);
        assert(red == 0); // bad
    }
    return 0;
}
