// args: --check assert
// Two pointer parameters are not two objects: whoever gives each an object of its own proves this.
#include <assert.h>

static int a, b;

static void set(int *p, int *q)
{
    *p = 1;
    *q = 2;
    assert(*p == 1); // bad
}

int main(void)
{
    set(&a, &b);
    set(&b, &b);
    return 0;
}
