// args: --check assert
// inputs: 1 1 1
// The function that writes is called through a pointer that gets it in the iteration before.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int x;

static void idle(void)
{
}

static void work(void)
{
    x = 1;
}

int main(void)
{
    void (*now)(void) = idle, (*soon)(void) = work;
    while (__VERIFIER_nondet_int()) {
        now();
        assert(x == 0); // bad
        now = soon;
    }
    now = work;
    return x;
}
