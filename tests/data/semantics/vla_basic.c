// VLAs: one and two dimensions, sizeof evaluated at run time, as parameters, with side effects in sizes.
#include <stdio.h>

static int sum(int n, const int a[n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

static int trace(int n, int m[n][n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][i];
    return s;
}

static int proto(int n, int a[*]);
static int proto(int n, int a[n]) { return a[n - 1]; }
static int at_least(int a[static 3]) { return a[2]; }

static int calls;
static int count(void) { return ++calls + 2; }

int main(void)
{
    int n = 4;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    printf("%d %d\n", sum(n, a), (int)(sizeof a / sizeof *a));
    int m[n][n + 1];
    printf("%d %d\n", (int)(sizeof m / sizeof(int)), (int)(sizeof m[0] / sizeof(int)));
    n = 10;
    printf("%d\n", (int)(sizeof a / sizeof(int)));
    int q[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    printf("%d %d\n", trace(3, q), proto(4, a));
    printf("%d\n", at_least(a));
    int b[count()];
    printf("%d %d\n", (int)(sizeof b / sizeof(int)), calls);
    int size = (int)sizeof(int[count()]);
    printf("%d %d\n", size, calls);
    int k = 2;
    char c[k++][3];
    printf("%d\n", k);
    (void)c;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            m[i][j] = i * 10 + j;
    int (*row)[5] = m;
    printf("%d %d\n", row[2][3], (int)((char *)&m[1] - (char *)&m[0]) / (int)sizeof(int));
    return m[3][4];
}
