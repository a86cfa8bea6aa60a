// Well-known bit manipulations: reversal, CRC, rotate, saturating arithmetic, Gray code, xorshift.
#include <stdint.h>
#include <stdio.h>

static uint32_t rev(uint32_t x)
{
    x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555);
    x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333);
    x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f);
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
static uint32_t crc(const char *s)
{
    uint32_t c = ~0u;
    while (*s) {
        c ^= (uint8_t)*s++;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320 : c >> 1;
    }
    return ~c;
}
static uint16_t fletcher(const uint8_t *d, int n)
{
    uint8_t a = 0, b = 0;
    while (n--) {
        a = (a + *d++) % 255;
        b = (a + b) % 255;
    }
    return b << 8 | a;
}
static uint8_t rol8(uint8_t v, int n) { return v << n | v >> (8 - n); }
static int8_t sat(int a, int b) { int s = a + b; return s > 127 ? 127 : s < -128 ? -128 : s; }
static uint64_t xorshift(uint64_t *s) { uint64_t x = *s; x ^= x << 13; x ^= x >> 7; x ^= x << 17; return *s = x; }
static int isqrt(unsigned n) { unsigned r = 0, b = 1u << 30; while (b > n) b >>= 2; while (b) { if (n >= r + b) { n -= r + b; r = (r >> 1) + b; } else r >>= 1; b >>= 2; } return (int)r; }

int main(void)
{
    printf("%08x %08x\n", rev(1), rev(0x12345678));
    printf("%08x\n", crc("123456789"));
    printf("%04x\n", fletcher((const uint8_t *)"abcde", 5));
    printf("%02x %02x\n", rol8(0x81, 1), rol8(0x12, 4));
    printf("%d %d %d\n", sat(100, 100), sat(-100, -100), sat(3, 4));
    uint64_t s = 88172645463325252ull;
    for (int i = 0; i < 5; i++)
        xorshift(&s);
    printf("%llu\n", (unsigned long long)s);
    for (unsigned i = 0; i < 8; i++)
        printf("%x ", i ^ i >> 1);
    printf("\n%d %d\n", isqrt(144), isqrt(99980001));
    printf("%d\n", (int)((uint8_t)~0x55 == 0xaa));
    return isqrt(1024);
}
