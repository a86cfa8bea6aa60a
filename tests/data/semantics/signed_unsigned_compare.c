// Comparison after the usual conversions, including the surprising ones.
#include <stdio.h>

int main(void)
{
    int m = -1;
    unsigned u = 1;
    unsigned short us = 1;
    unsigned long long ull = 1;
    long long ll = -1;
    printf("%d%d%d%d\n", m < u, m > u, m == u, m != u);
    printf("%d%d\n", m < us, m < ull);
    printf("%d%d\n", ll < u, ll < ull);
    printf("%d\n", sizeof(int) > -1);
    printf("%d\n", (unsigned char)-1 == -1);
    printf("%d\n", (unsigned)-1 == -1);
    printf("%d\n", -1 == 0xffffffff);
    printf("%d\n", -1LL == 0xffffffff);
    int count = 0;
    for (unsigned i = 5; i < 6; i--)
        count++;
    printf("%d\n", count);
    int x = 3;
    if (x - 4u > 0)
        printf("wrapped\n");
    return count;
}
