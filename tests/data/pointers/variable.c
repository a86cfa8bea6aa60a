// Variable arguments: pointers, structures with pointers, lists that are handed on.
#include <stdarg.h>
#include <stdio.h>
struct box {
    int n;
    int *p;
};
static int a, b, c;

static int *pick(int n, va_list list) {
    int *p = 0;
    while (n--)
        p = va_arg(list, int *);
    return p;
}

static int *nth(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int *first = va_arg(copy, int *);
    *first += 1;
    int *p = pick(n, list);
    va_end(copy);
    va_end(list);
    return p;
}

static int *unbox(int n, ...) {
    va_list list;
    va_start(list, n);
    struct box x = va_arg(list, struct box);
    va_end(list);
    return x.p;
}

int main(void) {
    *nth(2, &a, &b, &c) = 4;
    *nth(3, &b, &a, &c) = 5;
    struct box box = {1, &a};
    *unbox(1, box) += 2;
    char text[8];
    snprintf(text, sizeof text, "%d%s", a, "x");
    int read = 0;
    if (sscanf(text, "%d", &read) != 1)
        return 1;
    return read + b + c - 13;
}
