// args: --check assert
// The loop of the callee counts with the same global variable as the loop around the call.
#include <assert.h>

static int i, j;

static int sum(const int *cells, int n)
{
    int total = 0;
    for (i = 0; i < n; i++) {
        total += cells[i];
    }
    return total;
}

int main(void)
{
    static const int cells[3] = {1, 2, 3};
    int total = 0;
    for (i = 0; i < 3; i++) {
        total += sum(cells, 3);
        assert(i < 3); // bad
    }
    return total;
}
