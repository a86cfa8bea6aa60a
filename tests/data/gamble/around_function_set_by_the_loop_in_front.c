// args: --check assert
// inputs: 0 1
// The loop in front may set the function that the second loop calls with the address.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void look(int *p)
{
    (void)p;
}

static void clear(int *p)
{
    *p = 0;
}

int main(void)
{
    int x = 1, y = 1;
    void (*f)(int *) = look;
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_int()) {
            f = clear;
        }
    }
    for (int i = 0; i < 3; i++) {
        assert(x == 1); // bad
        f(&x);
    }
    clear(&y);
    return y;
}
