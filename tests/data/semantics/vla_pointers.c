// Pointers to VLAs, typedefs of VLAs, arithmetic on them, and sizes frozen at the declaration.
#include <stdio.h>
#include <stdlib.h>

static void fill(int r, int c, double (*m)[c])
{
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            m[i][j] = i + j / 10.0;
}

static double last(int r, int c, double m[r][c]) { return m[r - 1][c - 1]; }

static int three(int a, int b, int c, int (*p)[b][c])
{
    int s = 0;
    for (int i = 0; i < a; i++)
        for (int j = 0; j < b; j++)
            for (int k = 0; k < c; k++)
                s += p[i][j][k] = i * 100 + j * 10 + k;
    return s;
}

int main(void)
{
    int r = 3, c = 5;
    double (*m)[c] = malloc(sizeof(double[r][c]));
    fill(r, c, m);
    printf("%.1f %.1f\n", m[2][4], last(r, c, m));
    printf("%d\n", (int)(sizeof *m / sizeof(double)));
    double (*p)[c] = m + 1;
    p++;
    printf("%.1f %d\n", (*p)[1], (int)(p - m));
    p -= 2;
    printf("%d\n", p == m);
    c = 100;
    printf("%d\n", (int)(sizeof *m / sizeof(double)));
    typedef int vec[r];
    r = 9;
    vec v;
    printf("%d\n", (int)(sizeof v / sizeof *v));
    vec *pv = &v;
    (*pv)[2] = 4;
    printf("%d\n", v[2]);
    int n = 2;
    int cube[n][n + 1][n + 2];
    printf("%d %d\n", three(2, 3, 4, cube), (int)sizeof cube);
    int (*slice)[n + 2] = cube[1];
    printf("%d\n", slice[2][3]);
    printf("%d\n", (int)(&cube[1][2][3] - &cube[0][0][0]));
    int *flat = &cube[0][0][0];
    printf("%d\n", flat[23]);
    free(m);
    __typeof__(v) w;
    w[0] = 3;
    return (int)(sizeof w / sizeof(int)) + w[0];
}
