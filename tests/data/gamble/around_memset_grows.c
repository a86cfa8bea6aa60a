// args: --check assert
// The loop clears one byte more each time, and then the next element.
#include <assert.h>
#include <string.h>

int main(void)
{
    unsigned char cells[4] = {7, 7, 7, 7};
    for (unsigned n = 0; n < 4; n++) {
        memset(cells, 0, n);
        assert(cells[2] == 7); // bad
    }
    return 0;
}
