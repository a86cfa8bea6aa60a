// A success up to a bound is no proof: whatever the bound is, some execution is longer.
// args: --time-limit 3s
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned even = 0, rounds = 0;
    while (__VERIFIER_nondet_int()) {
        even += 2;
        rounds++;
        int luck = __VERIFIER_nondet_int();
        assert(rounds != 30 || luck); // => violated
    }
    assert(even % 2 == 0); // => unknown:bound|unknown:time-limit embedded: proved
    return 0;
}
