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
    if (before != 5) {
        depth = before;
    }
}

int main(void)
{
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        visit(__VERIFIER_nondet_int());
        assert(depth == 1);
    }
    return 0;
}
