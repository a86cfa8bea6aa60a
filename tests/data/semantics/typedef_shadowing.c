// Typedef names are hidden by parameters, locals, members, labels and tags of the same name.
#include <stdio.h>

typedef int T;
typedef char U;

static int product(int T, int x) { return (T)*x; }
static int difference(int T) { int y = 2; return (T)-y; }
static int address(int T, int *x) { return T & *x; }
static int call(int (*U)(int), int x) { return (U)(x); }
static int twice(int x) { return 2 * x; }

struct s { T T; U U; };
typedef struct T { int x; } V;

static int local(void)
{
    T a = 5;
    {
        int T = 3;
        T *a;
        a = 7;
        T = a;
        return T;
    }
}

static int same(void)
{
    T T = 4;
    return T * 2;
}

static T T_return(T a, U b) { typedef long T; return sizeof(T) == sizeof(long) && a == b; }

static int label(void)
{
    int n = 0;
T:
    n++;
    if (n < 3)
        goto T;
    return n;
}

int main(void)
{
    printf("%d %d\n", product(6, 7), difference(5));
    int v = 6;
    printf("%d\n", address(3, &v));
    printf("%d\n", call(twice, 21));
    struct s s = { 1, 2 };
    s.T += s.U;
    printf("%d\n", s.T);
    V w = { 9 };
    struct T w2 = w;
    printf("%d\n", w2.x);
    printf("%d\n", same());
    printf("%d\n", T_return(3, 3));
    printf("%d\n", label());
    for (int U = 0; U < 2; U++)
        printf("%d ", (U)+1);
    printf("%d\n", (U)+1);
    enum { V = 12 };
    printf("%d\n", V);
    printf("%d\n", (int)sizeof(T));
    return 0 * local() + 7;
}
