// Volatile accesses are neither merged nor dropped (counted by the values they produce).
#include <stdio.h>

static volatile int v;
static volatile unsigned char vb[4];
struct regs { volatile int a, b; };
static struct regs r;

static void twice(void) { v = v + v; }

int main(void)
{
    v = 1;
    twice();
    v++;
    v *= 2;
    int x = v;
    int y = (v = 9);
    printf("%d %d\n", x, y);
    vb[1] = 300 & 0xff;
    vb[1]++;
    printf("%d\n", vb[1]);
    r.a = r.b = 5;
    r.a -= r.b--;
    printf("%d %d\n", r.a, r.b);
    for (v = 0; v < 3; v++)
        ;
    if (v == 3 && v)
        printf("three\n");
    volatile double d = 0.5;
    d += d;
    volatile int *volatile p = &v;
    *p = 4;
    (*p)++;
    v, r.a;
    while (v > 2)
        v--;
    return v + (int)d;
}
