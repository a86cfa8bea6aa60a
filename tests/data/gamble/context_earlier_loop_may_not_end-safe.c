// args: --check assert
// inputs: 5
// The loop in front need not end, and says what holds if it does.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 6)
        return 0;
    while (x != 3) {
        if (x > 3)
            x--;
        else
            x = x == 0 ? 0 : x + 1;
        if (x == 0)
            return 0;
    }
    for (int i = 0; i < 2; i++)
        assert(x == 3);
    return 0;
}
