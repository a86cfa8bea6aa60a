// args: --check assert
// inputs: 1 1
// The flag that excuses the value is set one iteration after it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0, flag = 0, wish = 0;
    while (__VERIFIER_nondet_int()) {
        assert(flag || x == 0); // bad
        flag = wish;
        wish = 1;
        x = 7;
    }
    return wish;
}
