// Plain char is signed here; conversions, comparison and use as an index.
#include <stdio.h>

int table[256];

int main(void)
{
    char c = (char)200;
    printf("%d\n", c < 0);
    printf("%d\n", c == 200);
    printf("%d\n", (unsigned char)c == 200);
    for (int i = -128; i < 128; i++)
        table[(unsigned char)i]++;
    int ones = 0;
    for (int i = 0; i < 256; i++)
        ones += table[i] == 1;
    printf("%d\n", ones);
    char s[] = "\x80\xff\x7f";
    printf("%d %d %d\n", s[0], s[1], s[2]);
    printf("%d\n", s[0] >> 4);
    printf("%d\n", (unsigned char)s[0] >> 4);
    c = 127;
    c++;
    printf("%d\n", c);
    c -= 1;
    printf("%d\n", c);
    unsigned char u = 0;
    u--;
    printf("%d\n", u);
    return ones == 256;
}
