// Unsigned arithmetic is modulo 2^n at every width.
#include <stdio.h>

int main(void)
{
    unsigned char a = 250;
    unsigned short b = 65530;
    unsigned c = 4294967290u;
    unsigned long long d = 18446744073709551610ull;
    a += 10; b += 10; c += 10; d += 10;
    printf("%u %u %u %llu\n", a, b, c, d);
    a -= 10; b -= 10; c -= 10; d -= 10;
    printf("%u %u %u %llu\n", a, b, c, d);
    c = 65536; c *= 65536;
    printf("%u\n", c);
    c = 0; c--;
    printf("%u\n", c);
    printf("%u\n", -1u);
    printf("%u\n", 0u - 5u);
    printf("%llu\n", -1ull / 3);
    printf("%u\n", -7u % 5u);
    b = 65535;
    printf("%u\n", (unsigned)b * b);
    unsigned long hash = 5381;
    for (const char *p = "a string to hash"; *p; p++)
        hash = (hash * 33 + (unsigned char)*p) & 0xffffffffu;
    printf("%lu\n", hash);
    return c > 0;
}
