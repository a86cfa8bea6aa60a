// flags: -std=c99 -pedantic
// Strict C99: declarations in for, restrict, designated initialisers, long long, // comments, mixed declarations.
#include <stdio.h>

static void copy(int n, int *restrict to, const int *restrict from) { for (int i = 0; i < n; i++) to[i] = from[i]; }
static int sum(int a[const restrict static 2]) { return a[0] + a[1]; }

int main(void)
{
    int a[3] = { 1, 2, 3 }, b[3];
    copy(3, b, a);
    printf("%d\n", sum(b)); // a comment
    long long v = 1LL << 33;
    printf("%lld\n", v);
    int c = b[2] /* another */ * 4;
    _Bool t = c;
    return c + t;
}
