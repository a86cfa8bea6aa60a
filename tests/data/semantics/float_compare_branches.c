// Comparisons of floats as branches: a false one is not the opposite one when NaN takes part.
#include <stdio.h>

static double zero;
static int lt(double a, double b) { if (a < b) return 1; else return 0; }
static int nlt(double a, double b) { if (!(a < b)) return 1; return 0; }
static int ge(double a, double b) { return a >= b ? 1 : 0; }
static int loops(double limit) { int n = 0; double x = 0; while (!(x >= limit)) { x += 1; if (++n > 5) break; } return n; }
static int both(double a) { return a && !(a != a); }
static int fl(float a, double b) { return (a == b) * 100 + (a < b) * 10 + (a > b); }

int main(void)
{
    double nan = zero / zero;
    printf("%d%d%d\n", lt(1, 2), nlt(1, 2), ge(1, 2));
    printf("%d%d%d\n", lt(nan, 2), nlt(nan, 2), ge(nan, 2));
    printf("%d%d\n", lt(2, nan), ge(2, nan));
    printf("%d %d\n", loops(3), loops(nan));
    printf("%d %d %d\n", both(1), both(0), both(nan));
    printf("%d %d\n", fl(0.1f, 0.1), fl(0.5f, 0.5));
    if (nan)
        printf("true\n");
    if (-zero)
        printf("wrong\n");
    for (float f = 0; f < 1; f += 0.25f)
        printf("%.2f ", f);
    printf("\n");
    return !(nan == nan);
}
