// A bit-field promotes to int when int holds all its values; wider ones keep their width's type.
#include <stdio.h>

struct s { unsigned a : 31; unsigned b : 32; unsigned long long c : 33; unsigned long long d : 3; int e : 2; };

int main(void)
{
    struct s s = { 0, 0, 0, 0, -2 };
    printf("%d\n", s.a - 1 < 0);
    printf("%d\n", s.b - 1 < 0);
    printf("%d\n", (int)sizeof(+s.a));
    printf("%d\n", ~s.a < 0);
    printf("%d\n", -1 < s.a);
    printf("%d\n", -1 < s.b);
    s.d = 5;
    printf("%d\n", (int)(s.d * 2));
    printf("%d\n", s.e);
    s.e--;
    printf("%d\n", s.e);
    int cond = 1;
    printf("%d\n", (cond ? s.a : s.a) - 1 < 0);
    printf("%d\n", (0, s.a) - 1 < 0);
    printf("%d\n", (s.a += 0) - 1 < 0);
    s.d += 6;
    printf("%d\n", (int)s.d);
    printf("%d\n", (int)s.d--);
    printf("%d\n", (int)--s.d);
    switch (s.d) {
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    default: return 14;
    }
}
