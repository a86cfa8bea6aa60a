// CBMC 5 takes a `do` of one statement for a loop that never ends, and everything behind it for unreachable.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int g;
static int unlucky(void)
{
    return __VERIFIER_nondet_int() == 7;
}
static void count(void)
{
    g = g + 1;
    assert(g < 9); // => violated
}
int main(void)
{
    int i = 3;
    do
        i = i - 1;
    while (i > 0);
    assert(i == 0); // => proved
    if (unlucky())
        assert(i == 1); // => violated
again:
    count();
    goto again;
}
