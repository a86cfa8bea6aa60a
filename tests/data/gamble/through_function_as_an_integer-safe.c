// args: --check assert
// inputs: 1 1
// The function that writes is kept as an integer among others, and the loop calls it.
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

static int x, y;

static void set_x(void)
{
    x = 1;
}

static void set_y(void)
{
    y = 1;
}

int main(void)
{
    uintptr_t kept[2] = {(uintptr_t)set_y, (uintptr_t)set_y};
    void (*spare)(void) = set_x;
    for (int i = 0; i < 4 && __VERIFIER_nondet_int(); i++) {
        ((void (*)(void))kept[i % 2])();
        assert(x == 0);
    }
    spare();
    return y;
}
