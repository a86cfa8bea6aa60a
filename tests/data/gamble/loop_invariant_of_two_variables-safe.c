// args: --check assert
// The two counters stay equal.
#include <assert.h>

int main(void)
{
    int up = 0, written = 0;
    for (int i = 0; i < 4; i++) {
        assert(up == written);
        up++;
        if (i != 4)
            written++;
    }
    return 0;
}
