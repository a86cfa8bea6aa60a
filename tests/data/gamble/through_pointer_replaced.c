// args: --check assert
// inputs: 1 1 1 1
// What is called by the pointer replaces the pointer, and what is called next writes.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int x, y;
static void first(void);
static void second(void);
static void (*next)(void) = first;

static void first(void)
{
    next = second;
}

static void second(void)
{
    x = 1;
    next = first;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        next();
        assert(x == 0); // bad
    }
    return y;
}
