// args: --check assert
// A pointer to const does not make its target constant.
#include <assert.h>

static int value = 1, other;

static void change(void) { value = 2; }

static void watch(const int *p)
{
    int before = *p;
    change();
    assert(*p == before); // bad
}

int main(void)
{
    watch(&value);
    return 0;
}
