// args: --check assert
// The pointer comes to point to a variable behind the loop, where its address is taken.
#include <assert.h>

static int g;

int main(void)
{
    int x = 0, *p = &g;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 2; j++) {
            assert(*p == 0); // bad
        }
        p = &x;
        x = 1;
    }
    return 0;
}
