// args: --check assert
// not run: what an uninitialised block holds is up to the machine
// Fresh memory holds anything.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *p = malloc(sizeof(int));
    if (!p)
        return 0;
    assert(*p == 0); // bad
    return 0;
}
