// args: --check assert
// inputs: 3 3 3
// Each number is in its limits, their sum is not.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 3; i++) {
        unsigned x = __VERIFIER_nondet_uint();
        if (x > 2) {
            continue;
        }
        sum += x;
        assert(sum <= 6);
    }
    return 0;
}
