// args: --check assert
// inputs: 5
// It runs at most three times.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n > 3)
        return 0;
    for (int i = 0; i < n; i++)
        sum += i;
    assert(sum <= 6);
    return 0;
}
