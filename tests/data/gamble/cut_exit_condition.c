// args: --check assert
// Behind a loop its condition is false; how far it went, it does not say.
#include <assert.h>

int main(void)
{
    int i = 0, n = 0;
    while (i < 10) {
        i += 3;
    }
    for (int j = 0; j < 3; j++) {
        assert(i == 10); // bad
        n++;
    }
    return n;
}
