// args: --check assert
// inputs: 0
// The callee establishes the fact in its loop, which may have no iteration.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int smallest = 9;

static void prepare(int n)
{
    for (int i = 0; i < n; i++) {
        if (smallest > 5) {
            smallest = 5;
        }
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    prepare(n < 4 ? n : 4);
    for (int i = 0; i < 3; i++) {
        assert(smallest <= 5); // bad
    }
    return 0;
}
