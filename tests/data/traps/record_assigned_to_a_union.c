// args: --check assert
// CBMC 5.12 takes one pointer of the record for another when it is assigned as a whole.
#include <assert.h>

static int data[2] = {1, 2};
struct pair {
    int *a, *b;
};
static struct pair pair = {data + 1, data};
static union {
    int *p;
    struct pair s;
} both;

int main(void)
{
    both.s = pair;
    assert(*both.p == 1); // => violated 5: unknown
    assert(*both.p == 2); // => proved 5: unknown
    return 0;
}
