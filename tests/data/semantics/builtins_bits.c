// Bit-counting and byte-swapping builtins at every width, in constants too.
#include <stdio.h>

static int table[__builtin_popcount(0xff)];
enum { LZ = __builtin_clz(1), SW = __builtin_bswap16(0x1234) };

int main(void)
{
    volatile unsigned u = 0x00f0;
    volatile unsigned long long ull = 1ull << 40;
    volatile unsigned long ul = 256;
    printf("%d %d %d\n", __builtin_clz(u), __builtin_ctz(u), __builtin_popcount(u));
    printf("%d %d %d\n", __builtin_clzll(ull), __builtin_ctzll(ull), __builtin_popcountll(ull - 1));
    printf("%d %d\n", __builtin_ctzl(ul), __builtin_popcountl(ul));
    printf("%d %d %d\n", __builtin_ffs(u), __builtin_ffs(0), __builtin_ffsll(ull));
    printf("%d %d\n", __builtin_parity(7), __builtin_parity(u));
    printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678),
           (unsigned long long)__builtin_bswap64(0x123456789abcdef0ull));
    volatile unsigned short us = 0xabcd;
    printf("%x\n", __builtin_bswap16(us));
    printf("%d %d\n", __builtin_clrsb(-1), __builtin_clrsb(1));
    printf("%d %d %x\n", (int)(sizeof table / sizeof *table), LZ, SW);
    printf("%d\n", __builtin_abs(-5));
    printf("%lld\n", __builtin_llabs(-5000000000LL));
    return __builtin_ctz(8);
}
