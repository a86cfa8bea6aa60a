// args: --check assert
// inputs: 1 1 1
// The value comes to the variable two iterations later, through another one.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int first = 0, second = 0, third = 0;
    for (int n = 0; n < 4 && __VERIFIER_nondet_int(); n++) {
        third = second;
        second = third;
        first = 1;
        assert(third == 0);
    }
    return 0;
}
