// The operand of sizeof and typeof is evaluated where its type has a variable length, and only there.
#include <stdio.h>

static void sizes(int n, int m)
{
    int a[n][m], i = 0, k = n;
    void *p = a;
    printf("%d", (int)sizeof(a[i++]));
    printf(" %d\n", i);
    printf("%d\n", (int)sizeof(*(int(*)[n])p));
    printf("%d", (int)sizeof(*(int(*)[k++])p));
    printf(" %d\n", k);
    printf("%d", (int)sizeof(int[k++]));
    printf(" %d\n", k);
    printf("%d %d\n", (int)sizeof(a[0][i++]), i);
    typeof(int[n + 1]) z;
    typeof(a[i++]) y;
    typeof(*(int(*)[k + 1])p) x;
    printf("%d %d %d %d\n", (int)sizeof z, (int)sizeof y, (int)sizeof x, i);
    int(*q)[m] = a;
    printf("%d", (int)sizeof *q++);
    printf(" %d\n", (int)(q - a));
}

static int inner(int n, int a[][3][n]) { return a[1][2][n - 1]; }
static int whole(int n, int (*a)[3][n]) { return (*a)[1][1]; }
static int twice(int n, int (**a)[n]) { return (**a)[n - 1]; }

int main(void)
{
    int a[2][3][4], b[5] = {1, 2, 3, 4, 5}, (*pb)[5] = &b;
    for (int i = 0; i < 24; i++)
        a[i / 12][i / 4 % 3][i % 4] = i;
    sizes(3, 4);
    printf("%d %d %d\n", inner(4, a), whole(4, a), twice(5, &pb));
    return 0;
}
