// args: --check assert
// inputs: 1 1 0 1
// The loop in front calls a function by a pointer that another callee has set.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int x, y;
static int *where;
static void (*hook)(int);

static void store(int n)
{
    *where = n;
}

static void set(void)
{
    where = &x;
    hook = store;
}

int main(void)
{
    set();
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        hook(i + 1);
    }
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        assert(x == 0); // bad
    }
    return y;
}
