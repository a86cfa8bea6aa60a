// args: --check assert
// The bytes are written through another member of the union.
#include <assert.h>

union word {
    int number;
    unsigned char bytes[4];
};

static void mark(unsigned char *byte) { *byte = 1; }

int main(void)
{
    union word word;
    word.number = 3;
    mark(&word.bytes[1]);
    assert(word.number == 3); // bad
    return 0;
}
