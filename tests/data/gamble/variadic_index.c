// args: --check bounds
// The third index is too large.
#include <stdarg.h>

static int cells[4];

static void mark(int count, ...)
{
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        int at = va_arg(list, int);
        cells[at] = 1; // bad
    }
    va_end(list);
}

int main(void)
{
    mark(2, 0, 3);
    mark(3, 1, 2, 4);
    return 0;
}
