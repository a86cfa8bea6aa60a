// args: --check assert
// inputs: 5
// What holds behind the loop depends on how often it ran.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n > 5)
        return 0;
    for (int i = 0; i < n; i++)
        sum += i;
    assert(sum <= 6); // bad
    return 0;
}
