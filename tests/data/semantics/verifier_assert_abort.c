// SV-COMP's usual wrapper, failing: the program aborts.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

void reach_error(void) { assert(0); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } return; }

int main(void)
{
    for (int i = 0; i < 5; i++) {
        printf("%d\n", i);
        fflush(stdout);
        __VERIFIER_assert(i != 3);
    }
    return 0;
}
