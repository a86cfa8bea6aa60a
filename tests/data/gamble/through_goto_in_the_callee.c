// args: --check assert
// inputs: 1 9
// The callee jumps out of its inner loop over the line that puts the value back.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int held;

static void scan(int n)
{
    held = 1;
    for (int i = 0; i < 2; i++) {
        if (n == 9 - i) {
            goto out;
        }
    }
free:
    held = 0;
out:;
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        scan(__VERIFIER_nondet_int());
        assert(held == 0); // bad
    }
    return 0;
}
