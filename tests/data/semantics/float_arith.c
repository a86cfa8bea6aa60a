// float and double arithmetic, rounding at each type, conversions to and from integers.
#include <float.h>
#include <stdio.h>

int main(void)
{
    float f = 0.1f, g = 0.2f;
    double d = 0.1, e = 0.2;
    printf("%.9g %.17g\n", f + g, d + e);
    printf("%d %d\n", f == 0.1, (float)0.1 == f);
    printf("%.9g\n", f * g / 3);
    printf("%.17g %.17g\n", (double)f, d - f);
    f = 16777217;
    printf("%.1f\n", f);
    f = 3.99f;
    printf("%d %d %u\n", (int)f, (int)-f, (unsigned)f);
    printf("%d %d\n", (signed char)100.7, (unsigned char)255.9);
    printf("%lld %llu\n", (long long)-1e15, (unsigned long long)1.5e19);
    unsigned long long big = 18446744073709551615ull;
    printf("%.1f %.1f\n", (double)big, (float)big);
    long long lb = 9007199254740993LL;
    printf("%.1f %.1f\n", (double)lb, (float)lb);
    printf("%.17g\n", (float)1.1 + 1.1);
    printf("%g %g\n", 1 / 2 + 1 / 2.0, 7 / 2 * 2.0);
    printf("%d %d %d\n", FLT_MANT_DIG, DBL_MANT_DIG, DBL_MAX_EXP);
    printf("%a %a\n", 1.0, -0.1);
    printf("%g %g\n", DBL_MAX, FLT_MIN);
    printf("%g\n", -d);
    printf("%d%d%d%d%d%d\n", d < e, d > e, d <= d, d >= e, d == e, d != e);
    printf("%d %d\n", !d, !0.0);
    printf("%d\n", d && 0.0f);
    f = 1e30f;
    printf("%g\n", f * f > FLT_MAX ? 1.0 : 0.0);
    double acc = 0;
    for (int i = 1; i <= 100; i++)
        acc += 1.0 / i;
    printf("%.17g\n", acc);
    float facc = 0;
    for (int i = 1; i <= 100; i++)
        facc += 1.0 / i;
    printf("%.9g\n", facc);
    f += d;
    f -= 1e30f;
    printf("%g\n", f);
    f = 5; f /= 2; f *= f;
    return (int)f;
}
