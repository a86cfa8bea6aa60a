// Long sums, deep parentheses and conditional chains, precedence of every operator pair.
#include <stdio.h>

#define P10(x) x + x + x + x + x + x + x + x + x + x
#define P100(x) P10(x) + P10(x) + P10(x) + P10(x) + P10(x) + P10(x) + P10(x) + P10(x) + P10(x) + P10(x)

int main(void)
{
    int a = 2, b = 3, c = 5, d = 7, x = 1;
    printf("%d\n", P100(x) + P100(x));
    printf("%d\n", ((((((((((((((((a)))))))))))))))));
    printf("%d\n", a + b * c - d / a % b << 1 & 0xff ^ a | b);
    printf("%d\n", a < b == b < c);
    printf("%d\n", a & b == 3);
    printf("%d\n", (a & b) == 2);
    printf("%d\n", !a == b);
    printf("%d\n", -a - -b);
    printf("%d\n", - -a);
    printf("%d\n", ~-a);
    printf("%d\n", a - b - c);
    printf("%d\n", a - (b - c));
    printf("%d\n", 100 / 10 / 5);
    printf("%d\n", 100 / (10 / 5));
    printf("%d\n", 1 << 2 << 3);
    printf("%d\n", 256 >> (4 >> 1));
    printf("%d\n", a ? b ? 1 : 2 : c ? 3 : 4);
    printf("%d\n", a == 1 ? 10 : a == 2 ? 20 : a == 3 ? 30 : 40);
    printf("%d\n", a || b && 0);
    printf("%d\n", (a || b) && 0);
    printf("%d\n", a ^ b & c | d);
    printf("%d\n", a * (b + c) * (d - (a + (b - (c + (d - a))))));
    int *p = &a;
    printf("%d\n", *p * *p);
    a--, --b;
    printf("%d\n", a - b);
    printf("%d\n", a+++b);
    printf("%d\n", sizeof a * b == 4 * b);
    printf("%d\n", (char)a + 1);
    printf("%d\n", (a, b) + (c, d));
    printf("%d\n", a = b = c);
    return a -= b - 3;
}
