// args: --check assert
// inputs: 1 1
// Each callee keeps the sum of the two, but one of them does not at its limit.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int mine = 1, yours = 2;

static void take(void)
{
    if (yours > 0) {
        yours--;
        mine++;
    }
}

static void give(void)
{
    if (mine > 0) {
        mine--;
        yours++;
    }
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        if (__VERIFIER_nondet_int()) {
            give();
        } else {
            take();
        }
        assert(mine + yours == 3);
    }
    return 0;
}
