// args: --check assert
// inputs: 4 6 8
// The condition at the end of the loop is a call with a result in an out-parameter.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int get(int *cell)
{
    int n = __VERIFIER_nondet_int();
    *cell = n > 8 && n < 8;
    return n > 3 && n < 8;
}

int main(void)
{
    int cell = 0, turns = 0;
    do {
        assert(cell == 0);
    } while (get(&cell) && ++turns < 5);
    return cell;
}
