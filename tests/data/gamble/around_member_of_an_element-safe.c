// args: --check assert
// inputs: 1 1 1 1 1
// The pointer is to a member of an element that is chosen anew in each iteration.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct pair {
    int left, right;
};

int main(void)
{
    struct pair pairs[2] = {{1, 1}, {1, 1}};
    int *at = &pairs[0].right;
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(pairs[1].left == 1);
        *at = 0;
        at = &pairs[__VERIFIER_nondet_int() & 1].right;
    }
    return 0;
}
