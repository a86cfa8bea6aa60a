// Conversions between integer types: truncation, sign extension, to and from _Bool.
#include <stdio.h>

int main(void)
{
    long long big = 0x123456789abcdefLL;
    printf("%d %d %d\n", (signed char)big, (short)big, (int)big);
    printf("%u %u %u\n", (unsigned char)big, (unsigned short)big, (unsigned)big);
    printf("%d %d\n", (signed char)200, (signed char)-200);
    printf("%u %u\n", (unsigned char)-1, (unsigned short)-1);
    printf("%llu\n", (unsigned long long)-1);
    printf("%llu\n", (unsigned long long)(unsigned)-1);
    printf("%lld\n", (long long)(int)0x80000000u);
    printf("%d %d %d\n", (_Bool)2, (_Bool)0.25, (_Bool)256);
    printf("%d\n", (unsigned char)256 ? 1 : 0);
    _Bool b = 512;
    printf("%d\n", b);
    unsigned char uc = 300 & 0xfff;
    printf("%d\n", uc);
    short s = 70000;
    printf("%d\n", s);
    char c = 'x' + 200;
    printf("%d\n", c);
    unsigned long ul = -5;
    printf("%d\n", ul > 1000);
    printf("%d\n", (int)(char)0xe9);
    printf("%d\n", (int)(signed char)(unsigned char)0x80);
    return (unsigned char)big & 7;
}
