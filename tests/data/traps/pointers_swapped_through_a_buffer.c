// args: --check assert
// A copy of bytes, of which some are a pointer, where another pointer was.
#include <assert.h>
#include <string.h>

static int data[2];
struct part {
    int n;
    int *p;
};
static struct part a = {1, data}, b = {2, data + 1};
static char buffer[sizeof(struct part)];

int main(void)
{
    memmove(buffer, &a, sizeof a);
    memmove(&a, &b, sizeof a);
    memmove(&b, buffer, sizeof a);
    *b.p = 5;
    assert(data[0] == 0); // => unknown:not-supported embedded: violated
    return 0;
}
