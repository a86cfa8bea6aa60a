// long double arithmetic, constants, conversions, in structures and calls.
#include <math.h>
#include <stdio.h>

struct ld { char c; long double v; };
static long double half(long double x) { return x / 2; }
static struct ld make(long double v) { struct ld r = { 'k', v }; return r; }
static long double table[] = { 1, 2.5L, 1e4000L };

int main(void)
{
    long double a = 1.0L / 3;
    printf("%.20Lg\n", a);
    printf("%d %d\n", a == 1.0 / 3, (double)a == 1.0 / 3);
    printf("%.20Lg\n", half(0.1L));
    printf("%.20Lg\n", make(a).v);
    printf("%d\n", table[2] > 1e308);
    unsigned long long u = 18446744073709551615ull;
    long double b = u;
    printf("%.0Lf %d\n", b, (unsigned long long)b == u);
    b += 1;
    printf("%.0Lf\n", b);
    b = 9223372036854775807LL;
    printf("%lld\n", (long long)b);
    float f = a;
    printf("%.9g\n", f);
    a = f;
    a *= 3;
    printf("%.20Lg\n", a);
    a++;
    --a;
    printf("%d\n", !a);
    int i = 2.9L;
    printf("%d\n", i);
    printf("%.10Lf\n", sqrtl(2.0L));
    printf("%La\n", 0xc.8p0L);
    return (int)half(84);
}
