// args: --check assert
// The loop in front writes allocated memory.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(2 * sizeof *p);
    if (!p) {
        return 0;
    }
    p[0] = p[1] = 0;
    for (int i = 0; i < 3; i++) {
        p[0] += i;
    }
    for (int i = 0; i < 3; i++) {
        assert(p[0] == 0); // bad
    }
    free(p);
    return 0;
}
