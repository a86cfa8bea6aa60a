// args: --check assert
// inputs: 1 1 1
// The address escapes at the end of the first iteration, behind the write.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int *shared;

int main(void)
{
    int x = 0, y = 0;
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 0);
        if (shared) {
            *shared = 1;
        }
        shared = &y;
    }
    return 0;
}
