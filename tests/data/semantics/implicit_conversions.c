// Conversions at assignment, arguments, returns and initialisers, among integers, floats, pointers and _Bool.
#include <stdio.h>

static char to_char(int x) { return x; }
static unsigned to_unsigned(double x) { return x; }
static float to_float(double x) { return x; }
static double take(float f) { return f; }
static int narrow(unsigned char c) { return c; }
static long long widen(unsigned u) { return u; }
static long long widen_s(int i) { return i; }
static _Bool truth(int *p) { return p; }
static int void_ptr(void *p) { return *(int *)p; }
static unsigned short us(int x) { return x; }

int main(void)
{
    printf("%d %u %.9g\n", to_char(321), to_unsigned(7.9), to_float(0.1));
    printf("%.9g %d\n", take(0.1), narrow(511));
    printf("%lld %lld\n", widen(-1), widen_s(-1));
    int x = 6;
    printf("%d %d %d\n", truth(&x), truth(0), void_ptr(&x));
    printf("%d\n", us(-1));
    char c = 1000;
    float f = 1.0 / 3;
    int i = -2.7;
    unsigned long long ull = -1;
    double d = ull;
    long long ll = f * 10;
    _Bool b = f;
    printf("%d %.9g %d %.1f %lld %d\n", c, f, i, d, ll, b);
    short arr[] = { 70000, 1.9, 'x', -1 };
    printf("%d %d %d %d\n", arr[0], arr[1], arr[2], arr[3]);
    struct { unsigned char u; float f; } s = { -1, 3 };
    printf("%d %.1f\n", s.u, s.f);
    i = s.u + s.f;
    i += 0.9;
    printf("%d\n", i);
    c = d = f = 3.75;
    printf("%d %.2f\n", c, d);
    unsigned u = 3;
    i = -5;
    d = i + u;
    printf("%.1f\n", d);
    d = i * 1.0 + u;
    printf("%.1f\n", d);
    void *p = &x;
    int *q = p;
    return *q;
}
