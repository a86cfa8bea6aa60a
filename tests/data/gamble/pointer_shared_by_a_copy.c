// args: --check assert
// A copy of a structure has its own members, but points to the same array.
#include <assert.h>

struct buffer {
    int *data;
    int size;
};

int main(void)
{
    int first[2] = {0, 0}, second[2] = {0, 0};
    struct buffer a = {first, 2};
    struct buffer b = a;
    b.size = 1;
    b.data[0] = 7;
    assert(a.size == 2);
    assert(a.data[0] == second[1]); // bad
    return 0;
}
