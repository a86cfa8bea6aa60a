// args: --check assert
// inputs: 1 1 1
// The assignment of the struct changes the pointer that is two levels inside of it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct inner {
    int *at;
};
struct outer {
    int n;
    struct inner in;
};

int main(void)
{
    int x = 0, y = 0;
    struct outer a = {1, {&x}}, b = {2, {&y}};
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 0);
        *b.in.at = 1;
        b.n = a.n;
    }
    return 0;
}
