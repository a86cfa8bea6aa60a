// models: 64
// __int128 in all its spellings: arithmetic, shifts, division, conversions, structures.
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static void show(u128 v)
{
    char buf[40];
    int n = 40;
    buf[--n] = 0;
    do {
        buf[--n] = '0' + (int)(v % 10);
        v /= 10;
    } while (v);
    puts(buf + n);
}

struct s { char c; __int128 v; };
static u128 global = (u128)1 << 100;
static __uint128_t spelled = 5;
static __int128_t spelled2 = -5;
static u128 mul(unsigned long long a, unsigned long long b) { return (u128)a * b; }

int main(void)
{
    show(global);
    show(~(u128)0);
    show(mul(-1ull, -1ull));
    i128 n = -1;
    printf("%d %lld\n", n < 0, (long long)(n >> 64));
    n *= (i128)1 << 70;
    show(-n);
    show((u128)n >> 100);
    printf("%d %d\n", (int)sizeof(i128), (int)_Alignof(i128));
    struct s s = { 1, (i128)7 << 64 | 3 };
    printf("%d %lld %llu\n", (int)sizeof s, (long long)(s.v >> 64), (unsigned long long)s.v);
    s.v++;
    s.v *= -2;
    printf("%lld\n", (long long)s.v);
    printf("%.1f %d\n", (double)global, (int)((i128)1e20 / 1000000000 == 100000000000LL));
    printf("%d\n", (int)(spelled + spelled2));
    printf("%d %d\n", (int)((i128)-7 / 2), (int)((i128)-7 % 2));
    u128 x = 1;
    for (int i = 1; i <= 30; i++)
        x *= i;
    show(x);
    printf("%d\n", x > 1e30);
    i128 minus = -100;
    printf("%d\n", minus < 1ull);
    printf("%d\n", (int)sizeof(1ull + minus));
    signed __int128 si = minus;
    __int128 unsigned iu = si;
    return (int)(iu + 142);
}
