// Loops that count, each in its own way.
#include <stddef.h>
int rand(void);
static int a[300];

int main(void) {
    int i;
    for (i = 0; i < 32; i++)
        a[i] = 1;
    for (i = 254; i >= 0; i--)
        a[i] = 2;
    i = 10;
    while (i-- > 0)
        a[i] = 3;
    i = 10;
    do
        a[i] = 4;
    while (--i > 0);
    unsigned u;
    for (u = 10; u-- > 0;)
        a[u] = 5;
    for (u = 0; u != 32; u++)
        a[u] = 6;
    for (u = 7; u; u--)
        a[u] = 7;
    for (i = 0; i < 10; i += 3)
        a[i] = 8;
    for (i = 1; i <= 200; i *= 2)
        a[i] = 9;
    for (i = 200; i; i /= 2)
        a[i] = 10;
    unsigned char c;
    for (c = 0; c < 200; c++)
        a[c] = 11;
    for (c = 200; c > 3; c -= 1)
        a[c] = 12;
    for (c = 5; c != 3; c++)
        a[c] = 13;
    short s;
    for (s = -7; s < 7; s += 2)
        a[s + 7] = 14;
    size_t n;
    for (n = 0; n < sizeof a / sizeof *a; n++)
        a[n] = 15;
    for (n = 0; (int)n < 16; n++)
        a[n] = 16;
    for (i = 0; (size_t)i < 16; i++)
        a[i] = 17;
    for (n = 16; n--;)
        a[n] = 18;
    int limit = rand() & 63;
    for (i = 0; i < limit; i++)
        a[i] = 19;
    for (i = limit; i > 0; i--)
        a[i] = 20;
    for (i = 0; i < 100 && rand() % 50; i++)
        a[i] = 21;
    for (i = 0;; i++)
        if (i == 40)
            break;
    for (i = 0; i < 10; i++)
        if (rand() & 1)
            i++;
    return a[0];
}
