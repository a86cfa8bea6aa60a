// Every shape of declarator: pointers to arrays of functions, qualified pointers, abstract ones, redundant parentheses.
#include <stdio.h>

static int zero(void) { return 10; }
static int one(void) { return 11; }
static int (*fns[2])(void) = { zero, one };
static int (*(*pfns)[2])(void) = &fns;
static int (*getter(int i))(void) { return fns[i]; }
static int (*(*getget(void))(int))(void) { return getter; }
static int (*(*(*ppp)(void))(int))(void) = getget;
static char (*(*strs(void))[2])[4] { static char d[2][4] = { "abc", "xyz" }; static char (*p[2])[4]; p[0] = &d[0]; p[1] = &d[1]; return &p; }
static int arr[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int (*parr)[3] = arr, *(elems)[3] = { arr[0], arr[1], 0 };
static const int *const volatile cp = &arr[0][1];
static int (((paren))) = 7;
static int sum(int (*)[3], int), *ptr_ret(void), plain;
static unsigned long int long unsigned_order = 3;
static long unsigned int long *pul = &unsigned_order;
int typedef myint;
int static const order = 4;
static int sum(int (*m)[3], int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += m[i][j]; return s; }
static int *ptr_ret(void) { return &plain; }
static int call(int (*)(void), int fn(void));
static int call(int (*f)(void), int g(void)) { return f() * 100 + g(); }

int main(void)
{
    printf("%d %d %d\n", fns[1](), (*pfns)[0](), (**pfns)());
    printf("%d %d %d\n", getter(1)(), getget()(0)(), (*(*ppp)()) (1)());
    printf("%c\n", (*(*strs())[1])[2]);
    printf("%d %d %d\n", parr[1][2], *elems[1], *cp);
    printf("%d %d\n", paren, sum(arr, 2));
    *ptr_ret() = 5;
    printf("%d %d %d\n", plain, (int)*pul, order);
    myint m = 6, *pm = &m, am[2] = { 1, 2 }, (*fm)(void) = one;
    printf("%d\n", *pm + am[1] + fm());
    printf("%d\n", call(zero, one));
    printf("%d %d\n", (int)sizeof(int (*[3])(void)) / (int)sizeof(void *), (int)sizeof(int[2][3]));
    int i, *p = &i, **pp = &p, ***ppp_ = &pp;
    ***ppp_ = 9;
    return ((int (*)(void))zero)() + i;
}
