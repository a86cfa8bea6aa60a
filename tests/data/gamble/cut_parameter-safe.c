// args: --check assert
// The loop in front counts a parameter down; another caller gives another one.
#include <assert.h>

static void down(int n, int kept)
{
    int first = kept;
    while (n > 0) {
        n--;
    }
    for (int i = 0; i < 2; i++) {
        assert(kept == first);
    }
}

int main(void)
{
    down(0, 1);
    down(3, 2);
    return 0;
}
