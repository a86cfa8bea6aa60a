// args: --check assert
// inputs: 1
// Both entries come with a positive number.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = 3;
    if (__VERIFIER_nondet_int()) {
        n = 1;
        goto second;
    }
first:
    n--;
    if (n < 1)
        return 0;
second:
    assert(n >= 1);
    goto first;
}
