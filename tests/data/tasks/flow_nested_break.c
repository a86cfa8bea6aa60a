// Leaving two loops at the first match leaves both indices at it.
// expect: proved
// unwind: 4
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int grid[3][3], row, column = 0, found = 0;
    for (row = 0; row < 3; row++)
        for (column = 0; column < 3; column++)
            grid[row][column] = __VERIFIER_nondet_bool();
    for (row = 0; row < 3; row++) {
        for (column = 0; column < 3; column++)
            if (grid[row][column]) {
                found = 1;
                break;
            }
        if (found)
            break;
    }
    if (found && column < 3 && row < 3)
        assert(grid[row][column]);
    if (found)
        assert(row < 3 && column < 3);
    return 0;
}
