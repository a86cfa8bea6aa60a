// Shifts: the promoted left type decides; right shifts of negative numbers are arithmetic.
#include <stdio.h>

int main(void)
{
    int neg = -17;
    unsigned u = 0x80000001u;
    long long ll = -1;
    unsigned char uc = 0x81;
    printf("%d %d\n", neg >> 2, neg >> 31);
    printf("%u %u\n", u >> 1, u << 1);
    printf("%lld %llu\n", ll >> 40, (unsigned long long)ll >> 40);
    printf("%d %d\n", uc << 4, uc >> 4);
    printf("%d\n", (int)sizeof(uc << 1LL));
    printf("%d\n", (int)sizeof(1LL << uc));
    printf("%llu\n", 1ULL << 63);
    int n = 5;
    n <<= 3;
    printf("%d\n", n);
    n >>= (long long)2;
    printf("%d\n", n);
    unsigned short us = 0xffff;
    us <<= 4;
    printf("%d\n", us);
    us >>= 8;
    printf("%d\n", us);
    printf("%u\n", 1u << 31);
    unsigned r = 0x12345678;
    printf("%x\n", r << 8 | r >> 24);
    return neg >> 1 == -9;
}
