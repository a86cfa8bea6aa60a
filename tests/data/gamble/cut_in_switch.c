// args: --check assert
// inputs: 1
// One of the branches in front has a loop, and only that one writes.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, y = 0;
    switch (__VERIFIER_nondet_int()) {
    case 1:
        for (int i = 0; i < 3; i++) {
            x++;
        }
        break;
    case 2:
        y = 4;
        break;
    }
    for (int i = 0; i < 3; i++) {
        assert(x == 0); // bad
    }
    return y;
}
