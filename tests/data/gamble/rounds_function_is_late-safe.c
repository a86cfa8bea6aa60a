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
    void (*now)(void) = idle, (*soon)(void) = idle;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        now();
        assert(x == 0);
        now = soon;
    }
    now = work;
    return x;
}
