// Bitwise operators on every width, masks, sign effects.
#include <stdio.h>

int main(void)
{
    unsigned a = 0xf0f0f0f0, b = 0x0ff00ff0;
    printf("%x %x %x %x\n", a & b, a | b, a ^ b, ~a);
    int m = -256;
    printf("%d %d %d\n", m & 0xffff, m | 1, m ^ -1);
    unsigned char c = 0xaa;
    c &= ~0x0f;
    printf("%x\n", c);
    c |= 0x05;
    printf("%x\n", c);
    c ^= 0xff;
    printf("%x\n", c);
    printf("%x\n", ~c);
    printf("%x\n", (unsigned char)~c);
    unsigned long long w = 0xffffffffull;
    w &= -16;
    printf("%llx\n", w);
    w |= -2147483647 - 1;
    printf("%llx\n", w);
    w = ~0u;
    printf("%llx\n", w);
    w = ~0;
    printf("%llx\n", w);
    int bits = 0;
    for (unsigned v = a; v; v &= v - 1)
        bits++;
    return bits;
}
