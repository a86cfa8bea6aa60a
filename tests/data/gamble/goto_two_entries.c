// args: --check assert
// inputs: 1
// The cycle has two entries, so neither of them dominates the other.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 3;
    if (__VERIFIER_nondet_int()) {
        n = 0;
        goto second;
    }
first:
    n--;
    if (n < 1)
        return 0;
second:
    assert(n >= 1); // bad
    goto first;
}
