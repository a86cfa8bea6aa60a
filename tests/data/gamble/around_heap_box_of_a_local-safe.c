// args: --check assert
// inputs: 1 1
// A struct in allocated memory has the address of the local variable.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct box {
    int *at;
};

int main(void)
{
    int x = 1, y = 1;
    struct box *b = malloc(sizeof *b);
    if (!b) {
        return 0;
    }
    b->at = &y;
    for (int k = 0; k < 5 && __VERIFIER_nondet_int(); k++) {
        assert(x == 1);
        *b->at = 0;
    }
    free(b);
    return 0;
}
