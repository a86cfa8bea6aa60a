// Variadic functions: every promoted argument type, va_copy, passing a list on, structures through ....
#include <stdarg.h>
#include <stdio.h>

struct pair { int a, b; };

static int sum(int n, ...)
{
    va_list ap;
    va_start(ap, n);
    int s = 0;
    while (n--)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static int vsum(int n, va_list ap)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(ap, int);
    return s;
}

static int twice(int n, ...)
{
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    int s = vsum(n, ap) * 1000 + vsum(n, copy);
    va_end(copy);
    va_end(ap);
    return s;
}

static void show(const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    for (; *f; f++)
        switch (*f) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'L': printf("%lld ", va_arg(ap, long long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 'D': printf("%Lg ", va_arg(ap, long double)); break;
        case 's': printf("%s ", va_arg(ap, char *)); break;
        case 'p': { struct pair p = va_arg(ap, struct pair); printf("<%d,%d> ", p.a, p.b); break; }
        case 'f': printf("%d ", va_arg(ap, int (*)(int, ...))(2, 5, 6)); break;
        }
    printf("\n");
    va_end(ap);
}

static void log_to(char *buf, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsprintf(buf, fmt, ap);
    va_end(ap);
}

int main(void)
{
    printf("%d %d\n", sum(0), sum(4, 1, 2, 3, 4));
    printf("%d\n", twice(3, 1, 2, 3));
    char c = 'x';
    short s = -3;
    float f = 0.5f;
    _Bool b = 1;
    unsigned char uc = 200;
    show("iiidi", c, s, b, f, uc);
    show("ulLdD", 4000000000u, -5L, 1LL << 40, 1e10, 2.5L);
    show("sps", "one", (struct pair){ 3, 4 }, "two");
    show("iiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
    show("fi", sum, 9);
    char buf[50];
    log_to(buf, "%d-%s-%.1f", 7, "z", 1.25);
    puts(buf);
    return sum(2, 20, 3);
}
