// Integer promotions of every small type, seen through sizeof, sign and arithmetic.
#include <stdio.h>

int main(void)
{
    char c = 100;
    signed char sc = -100;
    unsigned char uc = 200;
    short s = -30000;
    unsigned short us = 60000;
    _Bool b = 1;

    printf("%d %d %d\n", c + c, sc + sc, uc + uc);
    printf("%d %d\n", s + s, us + us);
    printf("%d %d %d\n", (int)sizeof(c + c), (int)sizeof(+us), (int)sizeof(b + b));
    printf("%d\n", ~uc);
    printf("%d\n", -us);
    printf("%d\n", ~us < 0);
    printf("%d %d\n", uc << 1, (unsigned char)(uc << 1));
    printf("%d\n", b + b + b);
    printf("%d\n", uc * us);
    printf("%d\n", (sc >> 1) + (uc >> 1));
    printf("%d\n", -b);
    printf("%d %d\n", !uc, !!uc);
    printf("%d\n", us - 60001);
    printf("%d\n", uc - 201 < 0);
    return uc + b - 200;
}
