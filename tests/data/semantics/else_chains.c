// Dangling else, chains of else-if, empty branches, nested blocks.
#include <stdio.h>

static int classify(int n)
{
    if (n < 0)
        return -1;
    else if (n == 0)
        return 0;
    else if (n < 10)
        return 1;
    else if (n < 100) {
        if (n % 2)
            return 2;
        else
            ;
    } else
        return 4;
    return 3;
}

static int dangling(int a, int b)
{
    int r = 0;
    if (a)
        if (b)
            r = 1;
        else
            r = 2;
    if (a) {
        if (b)
            r += 10;
    } else
        r += 20;
    if (a) ; else r += 100;
    if (a) { } else { }
    if (b);
    {
        { { r += 1000; } }
        ;;;
    }
    return r;
}

static int returns(int n) { if (n) { return 1; } else { return 2; } }
static int constant(void) { if (0) return 1; if (1) return 2; return 3; }
static int unreachable(void) { return 1; return 2; while (1) ; }

int main(void)
{
    int t[] = { -5, 0, 5, 15, 20, 500 };
    for (int i = 0; i < 6; i++)
        printf("%d ", classify(t[i]));
    printf("\n%d %d %d %d\n", dangling(0, 0), dangling(0, 1), dangling(1, 0), dangling(1, 1));
    printf("%d %d %d %d\n", returns(0), returns(1), constant(), unreachable());
    if (t[0] = 0) return 1;
    else if (!t[0]) return 2;
    return 3;
}
