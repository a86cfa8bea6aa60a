// args: --check assert
// inputs: 1 1 1
// The value comes to the variable two iterations later, through another one.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int first = 0, second = 0, third = 0;
    while (__VERIFIER_nondet_int()) {
        third = second;
        second = first;
        first = 1;
        assert(third == 0); // bad
    }
    return 0;
}
