// Division and remainder truncate toward zero; all sign combinations; wide types.
#include <stdio.h>

int main(void)
{
    int n[] = { 17, -17 }, d[] = { 5, -5 };
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            printf("%d/%d=%d r %d\n", n[i], d[j], n[i] / d[j], n[i] % d[j]);
    long long ln = -1000000000007LL;
    printf("%lld %lld\n", ln / 13, ln % 13);
    unsigned long long un = 18446744073709551615ull;
    printf("%llu %llu\n", un / 10, un % 10);
    printf("%d\n", (signed char)-128 / -1);
    printf("%u\n", -17 / 5u);
    short s = -7;
    s /= 2;
    printf("%d\n", s);
    s %= 2;
    printf("%d\n", s);
    unsigned char uc = 255;
    uc /= 2;
    uc %= 100;
    printf("%d\n", uc);
    return 17 % 5;
}
