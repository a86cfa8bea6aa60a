// gcc-only
// In an enumeration with constants that are too large for int, the others are int all the same (gcc).
#include <stdio.h>

enum e { MINUS = -1, SMALL = 1, BIG = 0xffffffffLL };
enum u { ONE = 1, TOP = 0x80000000u };

int main(void)
{
    printf("%d %d %d\n", (int)sizeof MINUS, (int)sizeof SMALL, (int)sizeof(enum u));
    printf("%d %d %d\n", MINUS < 1u, ONE - 2 < 0, TOP - 2 > 0);
    return 0;
}
