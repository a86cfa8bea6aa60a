// args: --check assert
// The callee writes another member of the union.
#include <assert.h>

static union {
    unsigned word;
    unsigned char bytes[8];
} store = {.word = 0};

static void put(int i)
{
    store.bytes[i] = 1;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        assert(store.word == 0); // bad
        put(i);
    }
    return 0;
}
