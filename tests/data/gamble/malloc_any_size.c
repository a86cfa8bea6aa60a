// args: --check bounds
// inputs: 4
// The size of the block is the input, and the index reaches it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void fill(char *p, int n)
{
    for (int i = 0; i <= n; i++)
        p[i] = 0; // bad
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 5)
        return 0;
    char *p = malloc(n);
    if (p)
        fill(p, n);
    return 0;
}
