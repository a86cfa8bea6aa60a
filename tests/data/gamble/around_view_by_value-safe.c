// args: --check assert
// inputs: 1 1
// The struct is passed by value, but the pointer in it is still to the variable of the caller.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct view {
    int *at, value;
};

static void put(struct view v)
{
    v.value = 3;
    v.value = 2;
}

int main(void)
{
    int x = 1;
    struct view v = {&x, 1};
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 1);
        put(v);
    }
    return 0;
}
