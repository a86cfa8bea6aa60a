// args: --check assert
// inputs: 1 1 1
// The counter stops, but one step later than it should.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char level = 0;
    while (__VERIFIER_nondet_int()) {
        if (level < 3) {
            level++;
        }
        assert(level < 3); // bad
    }
    return 0;
}
