// args: --check assert
// inputs: 1 2
// The guard of the loop in front compares a copy that is one iteration old.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, seen = 0, n = 0;
    while (seen == 0 && n++ < 4) {
        seen = x;
        x = __VERIFIER_nondet_int();
    }
    for (int i = 0; i < 2; i++) {
        assert(x == seen); // bad
    }
    return 0;
}
