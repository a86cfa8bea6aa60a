// args: --check assert
// memcpy copies padding as well.
#include <assert.h>
#include <string.h>

struct cursor {
    int *at;
    char letter;
};
static int number;

int main(void)
{
    struct cursor a, b;
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    b.at = &number;
    ((unsigned char *)&b)[12] = 7;
    memcpy(&a, &b, sizeof a);
    assert(((unsigned char *)&a)[12] == 0); // => violated
    assert(a.at == &number);                // => proved
    return 0;
}
