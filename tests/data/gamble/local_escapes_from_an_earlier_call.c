// args: --check assert
// The address was stored long before; the function at hand takes no address at all.
#include <assert.h>

static int *watched, dummy;

static void tick(void)
{
    *watched = *watched + 1;
}

static void watch(int *p)
{
    watched = p;
}

static void use(int *p)
{
    int before = *p;
    tick();
    assert(*p == before); // bad
}

int main(void)
{
    int x = 0;
    watch(&x);
    use(&x);
    return 0;
}
