// args: --check assert
// inputs: 1 1 1
// The counter stops, but one step later than it should.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned char level = 0;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        if (level < 2) {
            level++;
        }
        assert(level < 3);
    }
    return 0;
}
