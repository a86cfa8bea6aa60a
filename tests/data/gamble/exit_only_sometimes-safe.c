// args: --check bounds
// inputs: 4
// The function ends the program in every such case.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void need(int i)
{
    if (i < 0 || i >= 4)
        exit(1);
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    need(i);
    cells[i] = 1;
    return 0;
}
