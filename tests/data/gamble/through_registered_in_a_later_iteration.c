// args: --check assert
// inputs: 1 1 1
// A pointer to the variable is handed over in a later iteration, and used in the one behind it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int spare, *target = &spare;

static void watch(int *cell)
{
    target = cell;
}

static void poke(void)
{
    *target = 9;
}

int main(void)
{
    int x = 0, y = 0, *const both[2] = {&x, &y};
    while (__VERIFIER_nondet_int()) {
        poke();
        assert(x == 0); // bad
        watch(both[0]);
    }
    return y + spare;
}
