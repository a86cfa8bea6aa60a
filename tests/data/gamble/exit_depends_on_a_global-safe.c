// args: --check bounds
// inputs: 9
// Nothing switches the check off.
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
    cells[i] = 1;
}

int main(void)
{
    store(3);
    store(__VERIFIER_nondet_int());
    return 0;
}
