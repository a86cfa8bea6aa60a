// Numeric code: Newton's method, a matrix product, the sieve, collatz; mixes of int and floating arithmetic.
#include <math.h>
#include <stdio.h>

static double root(double x) { double r = x; for (int i = 0; i < 30; i++) r = (r + x / r) / 2; return r; }
static void mul(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}
static float mean(const short *p, unsigned n) { float s = 0; for (unsigned i = 0; i < n; i++) s += p[i]; return s / n; }

int main(void)
{
    printf("%.15g %d\n", root(2), root(2) == sqrt(2));
    double a[2][2] = { { 1, 2 }, { 3, 4 } }, c[2][2];
    mul(2, a, a, c);
    printf("%g %g %g %g\n", c[0][0], c[0][1], c[1][0], c[1][1]);
    static unsigned char comp[200];
    int primes = 0;
    for (int i = 2; i < 200; i++) {
        if (comp[i])
            continue;
        primes++;
        for (int j = i * i; j < 200; j += i)
            comp[j] = 1;
    }
    printf("%d\n", primes);
    short v[] = { 1, -2, 4 };
    printf("%.6f\n", mean(v, 3));
    unsigned n = 27, steps = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        steps++;
    }
    printf("%u\n", steps);
    printf("%.6f %.6f\n", pow(2, 0.5), floor(-2.5) + ceil(2.1) + fmod(7.5, 2));
    printf("%d %d\n", (int)lround(2.5), (int)rint(3.5));
    float f = 0;
    for (int i = 0; i < 10; i++)
        f += 0.1;
    printf("%.9g\n", f);
    return (int)(root(81) + 0.5);
}
