// Compound assignment on every integer type: computed in the common type, converted back.
#include <stdio.h>

int main(void)
{
    char c = 100; c += 100; printf("%d\n", c);
    c = 7; c *= 40; printf("%d\n", c);
    c = -1; c >>= 1; printf("%d\n", c);
    unsigned char uc = 200; uc += 100; printf("%d\n", uc);
    uc = 5; uc -= 6; printf("%d\n", uc);
    short s = 32767; s += 1; printf("%d\n", s);
    unsigned short us = 3; us *= 30000; printf("%d\n", us);
    int i = 10; i *= 2.75; printf("%d\n", i);
    i = -7; i /= 2u; printf("%d\n", i);
    i = 1; i <<= 30; printf("%d\n", i);
    unsigned u = 1; u -= 2; printf("%u\n", u);
    u = 10; u *= -1; printf("%u\n", u);
    long l = 5; l -= 10u; printf("%d\n", (int)(l < 0));
    long long ll = 1; ll += 0.9; printf("%lld\n", ll);
    unsigned long long ull = 1; ull -= 2; printf("%llu\n", ull);
    float f = 16777216.0f; f += 1; printf("%.1f\n", f);
    double d = 1; d /= 3; printf("%.17g\n", d);
    int r = (i = 3) + (u = 4);
    printf("%d\n", r);
    int x, y, z;
    x = y = z = 300;
    char t = x = 511;
    printf("%d %d %d %d\n", x, y, z, t);
    int w = (uc = 300);
    printf("%d\n", w);
    w = uc += 250;
    printf("%d\n", w);
    return w;
}
