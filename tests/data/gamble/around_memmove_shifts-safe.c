// args: --check assert
// inputs: 1 1 1
// What is shifted arrives at the last element in the second iteration.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int cells[3] = {1, 0, 0};
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(cells[2] == 0);
        memmove(cells + 1, cells, sizeof *cells);
    }
    return 0;
}
