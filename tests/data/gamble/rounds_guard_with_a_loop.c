// args: --check assert
// inputs: 1 1
// The function in the guard has a loop, and writes on its way out of it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int x;

static int more(void)
{
    for (int i = 0; i < 2; i++) {
        if (__VERIFIER_nondet_int()) {
            x += 2;
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    int last = 0;
    for (int n = 0; n < 3 && more(); n++) {
        assert(last == 0); // bad
        last = x;
    }
    return 0;
}
