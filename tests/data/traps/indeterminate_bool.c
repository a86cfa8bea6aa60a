// A _Bool that was never written is neither 0 nor 1 in CBMC.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct s {
    _Bool b;
};
extern struct s __VERIFIER_nondet_s(void);
int main(void)
{
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1); // => proved
    assert(b == 0);           // => violated
    return 0;
}
