// args: --check assert
// inputs: 5
// The first number is the smallest, and therefore not looked at as the largest.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = 100, high = 0;
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 1 || x > 99) {
            break;
        }
        if (x < low) {
            low = x;
        }
        if (x > high) {
            high = x;
        }
        assert(low <= high);
    }
    return 0;
}
