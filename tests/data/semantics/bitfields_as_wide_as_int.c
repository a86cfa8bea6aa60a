// A bit-field of 32 bits promotes to int or unsigned, whatever type it is declared with.
// models: 64
#include <stdio.h>

struct s {
    unsigned long long k : 32;
    long long j : 32;
    unsigned long l : 32;
};

#define TYPE(x) _Generic((x), int: "int", unsigned: "unsigned", default: "other")

int main(void)
{
    struct s s = {0xffffffff, -1, 0xffffffff};
    printf("%s %s %s %s\n", TYPE(s.k + 0), TYPE(s.j + 0), TYPE(+s.l), TYPE(1 ? s.k : 0));
    printf("%d %d %d\n", s.k + 1 == 0, s.l + 1 == 0, s.k * s.k == 1);
    printf("%d %d %d\n", -s.k < 0x100000000ULL, (s.k << 4) == 0xfffffff0, ~s.l == 0);
    printf("%d %d\n", s.j < 0u, s.k > -1);
    s.k += 1;
    s.j -= 1;
    printf("%d %d\n", s.k == 0, s.j == -2);
    return 0;
}
