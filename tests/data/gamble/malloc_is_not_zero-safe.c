// args: --check assert
// not run: what an uninitialised block holds is up to the machine
// The memory is cleared first.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    memset(p, 0, sizeof(int));
    assert(*p == 0);
    return 0;
}
