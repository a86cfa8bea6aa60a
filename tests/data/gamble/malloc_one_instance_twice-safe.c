// args: --check assert
// Each call returns an object of its own.
#include <assert.h>
#include <stdlib.h>

static int *get(void)
{
    int *once = 0;
    if (!once)
        once = malloc(sizeof(int));
    return once;
}

int main(void)
{
    int *p = get(), *q = get();
    if (!p || !q)
        return 0;
    *p = 1;
    *q = 2;
    assert(*p == 1);
    return 0;
}
