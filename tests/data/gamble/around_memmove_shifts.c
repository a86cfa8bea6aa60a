// args: --check assert
// inputs: 1 1 1
// What is shifted arrives at the last element in the second iteration.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int cells[3] = {1, 0, 0};
    while (__VERIFIER_nondet_int()) {
        assert(cells[2] == 0); // bad
        memmove(cells + 1, cells, 2 * sizeof *cells);
    }
    return 0;
}
