// args: --check assert
// inputs: 1 1
// The callee keeps the address in its own static variable and writes there when it is called again.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void keep(int *p)
{
    static int *kept;
    if (p) {
        kept = p;
    } else if (kept) {
        *kept = 9;
    }
}

int main(void)
{
    int x = 1, y = 1;
    keep(&y);
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 1);
        keep(0);
    }
    return 0;
}
