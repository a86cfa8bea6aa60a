// args: --check assert
// The pointer is passed where no parameter is declared.
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
    store(2, &y, &x);
    assert(y == 7);
    assert(x == 0); // bad
    return 0;
}
