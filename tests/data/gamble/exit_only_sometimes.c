// args: --check bounds
// inputs: 4
// The function that ends the program does not do so in every case in which the access is wrong.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int cells[4];

static void need(int i)
{
    if (i < 0 || i > 4)
        exit(1);
}

int main(void)
{
    int i = __VERIFIER_nondet_int();
    need(i);
    cells[i] = 1; // bad
    return 0;
}
