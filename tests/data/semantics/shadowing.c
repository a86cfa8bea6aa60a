// Names hidden in nested scopes: globals, parameters, locals, tags, enumeration constants, in for loops.
#include <stdio.h>

static int x = 1;
struct s { int a; };
enum { K = 5 };

static int param(int x) { { int x = 7; x++; } return x; }
static int global(void) { int x = 50; { extern int visible; x += visible; } return x; }
int visible = 3;

static int tags(void)
{
    struct s { char c[100]; };
    int n = sizeof(struct s);
    {
        struct s;
        struct s { short q; };
        n += sizeof(struct s);
    }
    return n;
}

static int init(void)
{
    int y = x;
    int x = y + 10;
    { int y = x; x = y * 2; { int x = y; y = x + 1; } return x + y; }
}

int main(void)
{
    int x = 2;
    printf("%d\n", x);
    {
        int x = 3;
        printf("%d\n", x);
        for (int x = 4; x < 5; x++) {
            printf("%d\n", x);
            int x = 6;
            printf("%d\n", x);
        }
        printf("%d\n", x);
        {
            extern int visible;
            double x = visible + 0.5;
            printf("%.1f\n", x);
        }
    }
    printf("%d %d %d %d\n", x, param(9), global(), tags());
    enum { K = 6 };
    printf("%d\n", K);
    { int K = 7; printf("%d\n", K); }
    if (x) { int main = 12; printf("%d\n", main); }
    int printf_ = 3, s = 4;
    struct s v = { s };
    int sizeof_s = sizeof s;
    if (sizeof(enum { Q = 8 }) && Q == 8)
        x += Q;
    return v.a + printf_ + init() + sizeof_s + x;
}
