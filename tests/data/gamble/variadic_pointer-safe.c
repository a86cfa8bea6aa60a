// args: --check assert
// The pointer to the other variable is passed.
#include <assert.h>
#include <stdarg.h>

static int x, y;

static void store(int count, ...)
{
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        *va_arg(list, int *) = 7;
    va_end(list);
}

int main(void)
{
    store(2, &y, &y);
    assert(y == 7);
    assert(x == 0);
    return 0;
}
