// ++ and -- before and after, on every type that has them; values and side effects.
#include <stdio.h>

struct s { int x; unsigned b : 3; signed sb : 3; };
enum e { A, B, C };

int main(void)
{
    char c = 127; printf("%d", c++); printf(" %d\n", c);
    unsigned char uc = 0; printf("%d", uc--); printf(" %d\n", uc);
    short s = -32768; printf("%d", s--); printf(" %d\n", s);
    int i = 5; printf("%d", ++i); printf(" %d", i--); printf(" %d\n", i);
    unsigned u = 0; printf("%u", --u); printf(" %u\n", u++);
    long long ll = 1LL << 40; ++ll; printf("%lld\n", ll--);
    float f = 1.5f; printf("%.2f", f++); printf(" %.2f\n", f);
    double d = -0.5; printf("%.2f", ++d); printf(" %.2f\n", d--);
    long double ld = 2; ld++; printf("%.1Lf\n", ld);
    int a[4] = { 10, 20, 30, 40 };
    int *p = a;
    printf("%d", *p++); printf(" %d", *++p); printf(" %d", (*p)++); printf(" %d", *p--); printf(" %d\n", ++*p);
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    struct s st = { 1, 7, 3 };
    printf("%d", st.b++); printf(" %d\n", st.b);
    printf("%d", st.sb++); printf(" %d\n", st.sb);
    struct s *sp = &st;
    printf("%d", sp->x++); printf(" %d\n", ++sp->x);
    enum e e = A;
    e++;
    printf("%d\n", e);
    char *str = "abc";
    while (*str)
        putchar(*str++);
    putchar('\n');
    int **pp = &p;
    (*pp)++;
    ++**pp;
    printf("%d\n", *p);
    return a[2] & 0x7f;
}
