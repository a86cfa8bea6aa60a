// args: --check assert
// The loop assigns the whole record.
#include <assert.h>

struct state {
    int count, limit;
};

int main(void)
{
    struct state now = { 0, 4 }, next = { 1, 9 };
    for (int i = 0; i < 3; i++) {
        assert(now.limit == 4); // bad
        now = next;
    }
    return 0;
}
