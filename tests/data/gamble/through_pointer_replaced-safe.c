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
    y = 1;
    next = first;
}

int main(void)
{
    for (int i = 0; i < 5 && __VERIFIER_nondet_int(); i++) {
        next();
        assert(x == 0);
    }
    return y;
}
