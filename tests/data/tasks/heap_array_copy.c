// A block of a symbolic length is filled and read back.
// expect: proved
// unwind: 7
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 6);
    int *block = calloc(n, sizeof(int));
    if (!block)
        return 0;
    for (unsigned i = 0; i < n; i++)
        block[i] = (int)(i * i) + 1;
    assert(block[n - 1] == (int)((n - 1) * (n - 1)) + 1);
    free(block);
    return 0;
}
