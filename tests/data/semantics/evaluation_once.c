// Operands of compound assignment, conditional, switch and subscript are evaluated once; values of assignments.
#include <stdio.h>

static int n;
static int arr[5];
static int *slot(void) { return &arr[n++]; }
struct s { unsigned f : 3; signed char c; float fl; };

int main(void)
{
    *slot() += 5;
    ++*slot();
    (*slot())--;
    *slot() <<= 1;
    printf("%d: %d %d %d %d\n", n, arr[0], arr[1], arr[2], arr[3]);
    struct s s = { 0 };
    int v = (s.f = 13);
    printf("%d\n", v);
    v = (s.c = 200);
    printf("%d\n", v);
    double d = (s.fl = 0.1);
    printf("%.10f\n", d);
    v = s.f += 5;
    printf("%d %d\n", v, s.f);
    v = s.f++;
    printf("%d %d\n", v, s.f);
    v = --s.f;
    printf("%d\n", v);
    int a, b, c;
    a = b = c = *slot() = 9;
    printf("%d %d %d %d\n", a, b, c, n);
    unsigned char uc;
    int w = uc = 0x1234;
    printf("%d\n", w);
    a = (b += 2) * (c -= 3);
    printf("%d\n", a);
    return a;
}
