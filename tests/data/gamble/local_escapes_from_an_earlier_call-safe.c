// args: --check assert
// The stored address is replaced before.
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
    assert(*p == before);
}

int main(void)
{
    int x = 0;
    watch(&x);
    watch(&dummy);
    use(&x);
    return 0;
}
