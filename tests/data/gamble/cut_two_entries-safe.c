// args: --check assert
// A jump leads into the loop in front, past what it does at first.
#include <assert.h>

int main(void)
{
    int x = 0, i = 0;
    if (i == 0) {
        goto middle;
    }
    while (i < 5) {
        x = 0;
middle:
        i++;
        i++;
    }
    for (int j = 0; j < 3; j++) {
        assert(x == 0);
    }
    return i;
}
