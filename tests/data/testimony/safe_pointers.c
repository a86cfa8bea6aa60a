// args: --check null,pointer,arithmetic
// Three checks of pointers, and none of bounds: each is told in words of its own.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *block = malloc(4 * sizeof(int));
    if (block == 0)
        return 0;
    int *end = block + 4;
    for (int *p = block; p != end; p++)
        *p = __VERIFIER_nondet_int();
    free(block);
    return 0;
}
