// args: --check assert
// The pointer is to a parameter, from a way that does not lead to the loop.
#include <assert.h>

static int g;

static void f(int x)
{
    int *p = &g;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            assert(*p == 0); // bad
        }
        if (x == 0) {
            p = &x;
        }
        x = 1;
    }
}

int main(void)
{
    f(0);
    return 0;
}
