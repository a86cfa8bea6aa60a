// args: --check assert
// inputs: 0 0 1
// The loop in front may put the address of the variable into the table.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1, y = 1, *table[3];
    for (int i = 0; i < 3; i++) {
        table[i] = __VERIFIER_nondet_int() ? &x : &y;
    }
    for (int i = 0; i < 3; i++) {
        *table[i] = 0;
        assert(x == 1); // bad
    }
    return 0;
}
