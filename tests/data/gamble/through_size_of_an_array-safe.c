// args: --check assert
// The size of an array of variable length is a call that writes; a sizeof of a call is none.
#include <assert.h>

static int calls;

static int size(void)
{
    calls++;
    return 2;
}

int main(void)
{
    unsigned long sum = 0;
    for (int i = 0; i < 4; i++) {
        assert(calls == 0);
        if (i > 1) {
            int cells[2];
            sum += sizeof cells + sizeof size();
        }
    }
    return sum > 100;
}
