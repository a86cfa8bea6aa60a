// args: --check assert
// A callee establishes the fact in front of the loop, and another one undoes it when the buffer is full.
#include <assert.h>

static int ready, count;

static void open_all(void)
{
    ready = 1;
    count = 0;
}

static void put(void)
{
    if (++count == 3) {
        count = 0;
    }
}

int main(void)
{
    open_all();
    for (int i = 0; i < 5; i++) {
        assert(ready);
        put();
    }
    return 0;
}
