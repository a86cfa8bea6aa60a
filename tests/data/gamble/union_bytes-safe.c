// args: --check assert
// The bytes are written in a structure, where each member has its own.
#include <assert.h>

struct word {
    int number;
    unsigned char bytes[4];
};

static void mark(unsigned char *byte) { *byte = 1; }

int main(void)
{
    struct word word;
    word.number = 3;
    mark(&word.bytes[1]);
    assert(word.number == 3);
    return 0;
}
