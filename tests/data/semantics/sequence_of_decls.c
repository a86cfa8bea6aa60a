// Several declarators in one declaration, each seeing the ones before; initialisers that use them.
#include <stdio.h>

static int a = 1, b[2] = { 2, 3 }, *p = &a, **pp = &p, f(int), (*fp)(int) = f;
static int f(int n) { return n + 1; }
struct s { int x, y : 3, *z, arr[2]; } one = { 1 }, *two = &one;

int main(void)
{
    int x = 2, y = x * 3, z = y - x, arr[] = { x, y, z }, *q = arr, n = sizeof arr / sizeof *arr;
    printf("%d %d %d %d\n", y, z, *(q + 2), n);
    printf("%d %d %d\n", **pp, fp(4), b[1]);
    one.z = &x;
    one.y = -4;
    printf("%d %d %d\n", *two->z, two->y, (int)(sizeof one.arr / sizeof(int)));
    int self = sizeof self, i = 0, j = i++, k = i++;
    printf("%d %d %d %d\n", self, i, j, k);
    struct local { int v; } l1 = { 5 }, l2 = l1, *lp = &l2;
    lp->v++;
    const int c = 3, d = c + 1;
    volatile int vv = d, *pv = &vv;
    typedef int T, *PT, AT[3];
    T t = 1; PT pt = &t; AT at = { 1, 2, 3 };
    *pt += at[2];
    return l1.v + l2.v + *pv + t;
}
