// args: --check assert
// The pointer to the middle reaches the first element by negative indices.
#include <assert.h>

int main(void)
{
    int cells[6] = {0}, *middle = cells + 3;
    for (int i = 0; i < 3; i++) {
        middle[-i] = 1;
        assert(cells[0] == 0);
    }
    return 0;
}
