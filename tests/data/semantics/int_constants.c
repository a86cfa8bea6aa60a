// Integer constants of every base and suffix.
#include <stdio.h>

#define T(e) printf("%s %d %llu\n", #e, (int)sizeof(e), (unsigned long long)(e))

int main(void)
{
    T(0); T(017); T(0xff); T(0XFF); T(0b1011); T(0B11);
    T(1u); T(1U); T(1l); T(1L); T(1ul); T(1lu); T(1UL); T(1LU);
    T(1ll); T(1LL); T(1ull); T(1llu); T(1ULL); T(1LLU); T(1Ull); T(1uLL);
    T(2147483647); T(0x7fffffff); T(0x80000000); T(037777777777);
    T(9223372036854775807); T(0x8000000000000000); T(18446744073709551615u);
    T(0xffffffffffffffff); T(01777777777777777777777);
    T(4000000000u); T(0xfffffffful);
    printf("%d\n", 0x80000000 > 0);
    printf("%d\n", -0x80000000 > 0);
    printf("%d\n", -2147483648 < 0);
    printf("%d\n", 0x1e +1 == 31);
    return 0x2a;
}
