// args: --check assert
// inputs: 2 2
// Two elements of an array of structures, by two inputs, can be one.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static struct {
    int balance;
} accounts[4];

int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i > 3 || j < 0 || j > 3)
        return 0;
    accounts[i].balance = 1;
    accounts[j].balance = 2;
    assert(accounts[i].balance == 1); // bad
    return 0;
}
