// args: --check assert
// The pointer comes to point to the variable behind the loop; another loop is in front.
#include <assert.h>

static int g;

int main(void)
{
    int x = 0, *p = &g, n = 3;
    for (int i = 0; i < n; i++) {
        g = 0;
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            assert(*p == 0); // bad
        }
        p = &x;
        x = 1;
    }
    return 0;
}
