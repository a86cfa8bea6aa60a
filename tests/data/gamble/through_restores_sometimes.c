// args: --check assert
// inputs: 1 5
// The callee changes the depth and puts it back, but not for every argument.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int depth = 1;

static void visit(int what)
{
    int before = depth;
    depth = 8;
    if (what != 5) {
        depth = before;
    }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        visit(__VERIFIER_nondet_int());
        assert(depth == 1); // bad
    }
    return 0;
}
