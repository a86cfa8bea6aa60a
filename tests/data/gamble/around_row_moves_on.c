// args: --check assert
// The pointer to a row goes on to the next one.
#include <assert.h>

int main(void)
{
    int grid[3][2] = {{0}}, (*row)[2] = grid;
    for (int i = 0; i < 3; i++) {
        (*row)[0] = i + 1;
        row++;
        assert(grid[2][0] == 0); // bad
    }
    return 0;
}
