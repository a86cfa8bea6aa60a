// args: --check assert
// Nobody changes the target.
#include <assert.h>

static int value = 1, other;

static void change(void) { other = 2; }

static void watch(const int *p)
{
    int before = *p;
    change();
    assert(*p == before);
}

int main(void)
{
    watch(&value);
    return 0;
}
