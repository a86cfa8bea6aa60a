// args: --check assert
// The two counters are equal at first; nothing keeps them so.
#include <assert.h>

int main(void)
{
    int up = 0, written = 0;
    for (int i = 0; i < 4; i++) {
        assert(up == written); // bad
        up++;
        if (i != 2)
            written++;
    }
    return 0;
}
