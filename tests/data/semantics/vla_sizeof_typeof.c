// sizeof and typeof of variably modified types evaluate their sizes; pointers to VLAs in structures of casts.
#include <stdio.h>
#include <stdlib.h>

static int evals;
static int size(int n) { evals++; return n; }

int main(void)
{
    int n = 3;
    printf("%d\n", (int)(sizeof(int[size(n)]) / sizeof(int)));
    printf("%d\n", evals);
    int a[size(2)][size(4)];
    printf("%d %d\n", evals, (int)(sizeof a / sizeof **a));
    int (*p)[n] = malloc(sizeof(int[2][n]));
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++)
            p[i][j] = i * n + j;
    printf("%d %d\n", p[1][2], (int)(sizeof(*p) / sizeof(int)));
    __typeof__(*p) row;
    row[2] = 8;
    printf("%d %d\n", row[2], (int)(sizeof row / sizeof *row));
    int (*q)[n] = (int (*)[n])&p[1];
    printf("%d\n", (*q)[0]);
    int *flat = (int *)p;
    printf("%d\n", ((int (*)[n])flat)[1][1]);
    n = 7;
    printf("%d\n", (int)(sizeof *q / sizeof(int)));
    free(p);
    int big[n], k = 2;
    for (int i = 0; i < n; i++)
        big[i] = i;
    printf("%d\n", (int)sizeof(char[k++]));
    return big[n - 1] + k;
}
