// Storage classes: register, auto, static, extern, in parameters and loops.
#include <stdio.h>

static int sum(register const int *p, register int n) { register int s = 0; while (n--) s += *p++; return s; }
extern int defined_here;
int defined_here = 4;
extern int initialised_extern = 6;

int main(void)
{
    auto int a[] = { 1, 2, 3 };
    register unsigned char c = 255;
    c++;
    for (register int i = 0; i < 3; i++)
        a[i] *= 2;
    register struct { int x, y; } s = { 1, 2 };
    s.x += s.y;
    printf("%d %d %d\n", sum(a, 3), c, s.x);
    auto double d = 1.5;
    return defined_here + initialised_extern + (int)d;
}
