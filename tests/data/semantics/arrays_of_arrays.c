// Multi-dimensional arrays: indexing, decay at each level, sizes, pointers to rows, passing.
#include <stdio.h>

static int a[2][3][4];
static char names[][6] = { "alpha", "beta", "gamma" };
static int sum2(int m[][4], int rows) { int s = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < 4; j++) s += m[i][j]; return s; }
static int sum1(int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static int cell(int (*p)[3][4]) { return p[1][2][3]; }
typedef int row[4];
typedef row matrix[3];
static matrix mm = { { 1 }, { 0, 2 }, { 0, 0, 3 } };
static row *second(matrix m) { return &m[1]; }

int main(void)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++)
                a[i][j][k] = i * 100 + j * 10 + k;
    printf("%d %d %d\n", sum2(a[1], 3), sum1(a[0][2], 4), cell(a));
    printf("%d %d %d %d\n", (int)sizeof a, (int)sizeof a[0], (int)sizeof a[0][0], (int)sizeof a[0][0][0]);
    printf("%d %d %d\n", *(*(*(a + 1) + 2) + 3), (*a)[1][2], **a[1]);
    printf("%d\n", (int)(&a[1] - &a[0]) + (int)(&a[1][2] - &a[1][0]) + (int)(a[1][2] - a[1][0]));
    int (*r)[4] = a[1];
    r++;
    printf("%d %d\n", (*r)[0], r[-1][3]);
    printf("%s %c %d\n", names[1], names[2][3], (int)sizeof names);
    char (*pn)[6] = names;
    printf("%s\n", *++pn);
    printf("%d %d\n", mm[2][2], (*second(mm))[1]);
    int *ptrs[3] = { mm[0], mm[1], mm[2] };
    int **pp = ptrs;
    printf("%d %d\n", pp[2][2], *(*(pp + 1) + 1));
    matrix *pm = &mm;
    (*pm)[0][0] += 41;
    int (*whole)[2][3][4] = &a;
    printf("%d\n", (*whole)[0][1][1]);
    const char *const table[2][2] = { { "a", "b" }, { "c", "d" } };
    printf("%s\n", table[1][0]);
    printf("%d\n", 1[a][2][3] == a[1][2][3]);
    return mm[0][0];
}
