// args: --check assert
#include <stdio.h>
void __VERIFIER_assert(int);
int main(void) {
    int x = 1;
    fprintf(stderr, "%d\n", x);
    fflush(stdout);
    __VERIFIER_assert(x == 1);
    __VERIFIER_assert(stdin == stderr);
    return 0;
}
