// args: --check assert
// Every caller passes two different variables.
#include <assert.h>

static int a, b;

static void set(int *p, int *q)
{
    *p = 1;
    *q = 2;
    assert(*p == 1);
}

int main(void)
{
    set(&a, &b);
    set(&b, &a);
    return 0;
}
