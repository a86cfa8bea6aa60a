// NaN, infinities and signed zero: comparison, propagation, classification, conversion to _Bool.
#include <math.h>
#include <stdio.h>
#include <string.h>

static double zero;

static const char *cls(double x)
{
    switch (fpclassify(x)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "sub";
    default: return "normal";
    }
}

int main(void)
{
    double nan = NAN, inf = INFINITY;
    printf("%d%d%d%d%d%d\n", nan == nan, nan != nan, nan < nan, nan > 1, !(nan < 1), nan >= nan);
    printf("%d%d%d\n", inf > 1e308, -inf < inf, inf == inf);
    printf("%d %d\n", isnan(inf - inf) != 0, isnan(nan + 1) != 0);
    printf("%d %d\n", isinf(1 / 1e-320) != 0, 0.0 == -0.0);
    printf("%d %d\n", signbit(-0.0) != 0, signbit(0.0) != 0);
    double mz = -zero;
    printf("%d\n", signbit(mz) != 0);
    mz = 0 - zero;
    printf("%d\n", signbit(mz) != 0);
    printf("%d %d\n", (_Bool)nan, nan ? 1 : 0);
    printf("%d %d\n", !nan, nan && 1);
    printf("%s %s %s %s %s\n", cls(nan), cls(-inf), cls(mz), cls(1e-310), cls(1));
    printf("%d %d %d\n", isgreater(1.0, nan), isless(1.0, 2.0), isunordered(1.0, nan));
    printf("%d %d\n", __builtin_isnan(nan) != 0, __builtin_isinf_sign(-inf));
    printf("%d %d\n", __builtin_isfinite(1.0) != 0, __builtin_isnormal(1e-310) != 0);
    float fi = HUGE_VALF;
    printf("%d\n", fi == inf);
    if (nan > 0 || nan <= 0)
        printf("ordered\n");
    else
        printf("unordered\n");
    printf("%g\n", fabs(-2.5) + __builtin_fabs(-1.5));
    printf("%g\n", copysign(3.0, -0.0));
    unsigned long long bits;
    double one = 1.0;
    memcpy(&bits, &one, 8);
    printf("%llx\n", bits);
    return nan != nan;
}
