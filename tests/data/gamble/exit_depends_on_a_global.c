// args: --check bounds
// inputs: 9
// Whether the callee comes back depends on a variable that another function sets.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int cells[4], strict = 1;

static void complain(void)
{
    if (strict)
        exit(1);
}

static void store(int i)
{
    if (i < 0 || i >= 4)
        complain();
    cells[i] = 1; // bad
}

int main(void)
{
    store(3);
    strict = 0;
    store(__VERIFIER_nondet_int());
    return 0;
}
