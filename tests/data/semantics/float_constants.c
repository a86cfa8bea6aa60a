// Floating constants in decimal and hexadecimal, with suffixes, tiny and huge.
#include <math.h>
#include <stdio.h>

int main(void)
{
    printf("%a %a %a %a\n", 1., .5, 1e3, 1.5e-3);
    printf("%a %a %a\n", 0x1p0, 0x1.8p3, 0x.8p-2);
    printf("%a %a\n", 0x1.fffffep127, 0X1P-1074);
    printf("%a %a\n", (double)0x1.921fb6p1f, (double)3.14159274f);
    printf("%La %La\n", 0x1.8p0L, 0.1L);
    printf("%a %a\n", 1e308, 4.9406564584124654e-324);
    printf("%a\n", 2.2250738585072011e-308);
    printf("%a\n", (double)1.17549421e-38f);
    printf("%a\n", 0.1f + 0.0);
    printf("%a\n", 123456789012345678901234567890.0);
    printf("%d %d %d\n", (int)sizeof(1.0f), (int)sizeof(1.0), (int)sizeof(1.0F));
    printf("%a %a\n", 0.0, -0.0);
    printf("%d\n", 1e400 > 1e308);
    printf("%d\n", isinf(-1e400) != 0);
    printf("%a\n", 9007199254740993.0);
    printf("%.20Lg\n", 18446744073709551617.0L);
    printf("%a\n", 1.0000000596046448f + 0.0);
    printf("%a\n", 5e-1f + 0.0);
    return 0x1p5;
}
