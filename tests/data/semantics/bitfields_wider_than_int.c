// Bit-fields wider than int, where all compilers compute the same.
#include <stdio.h>

struct w {
    unsigned long long w : 40, v : 40;
    long long s : 50;
};

int main(void)
{
    struct w x = {0xffffffffffULL, 0xff00000000ULL, -1};
    printf("%d %d %d %d\n", x.w == 0xffffffffffULL, x.w > 5, (x.w & 0xff) == 255, (int)(x.w % 1000));
    unsigned long long a = (unsigned long long)x.w << 20;
    unsigned long long b = (unsigned long long)(x.w & x.v) << 20;
    unsigned long long c = (unsigned long long)(x.w >> 3) << 20;
    printf("%llx %llx %llx\n", a, b, c);
    x.w++;
    x.w--;
    x.v += 5;
    x.v >>= 3;
    x.v <<= 1;
    x.s *= 3;
    x.s /= 2;
    printf("%llx %llx %lld\n", (unsigned long long)x.w, (unsigned long long)x.v, (long long)x.s);
    a = x.w + 1ULL;
    b = x.w | 1ULL << 50;
    c = a += x.w;
    printf("%llx %llx %llx %d %d\n", a, b, c, x.s < 0, !x.w);
    double d = x.w * 2.0;
    d += x.w;
    printf("%g\n", d);
    return 0;
}
