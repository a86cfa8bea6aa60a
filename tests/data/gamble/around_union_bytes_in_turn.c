// args: --check assert
// The loop writes the word by its bytes.
#include <assert.h>

union both {
    unsigned word;
    unsigned char bytes[4];
};

int main(void)
{
    union both u = {0}, v = {0};
    unsigned char *at = u.bytes;
    for (int i = 0; i < 4; i++) {
        assert(u.word == 0); // bad
        at[i] = 1;
    }
    return v.word == 1;
}
