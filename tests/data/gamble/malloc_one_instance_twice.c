// args: --check assert
// Two calls of the function return the same object, although there is a malloc in it.
#include <assert.h>
#include <stdlib.h>

static int *get(void)
{
    static int *once;
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
    assert(*p == 1); // bad
    return 0;
}
