// Indices, addresses and arguments with side effects, evaluated exactly once.
#include <stdio.h>

static int calls;
static int next(void) { return calls++; }
static int *where(int *base) { calls++; return base; }
struct s { int v[4]; struct s *link; };

int main(void)
{
    int a[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    int i = 0;
    a[i++] += 100;
    printf("%d %d\n", a[0], i);
    a[next()] += 10;
    a[next()] <<= 3;
    printf("%d %d %d\n", a[0], a[1], calls);
    *where(a + 2) += 5;
    (*where(a))++;
    printf("%d %d %d\n", a[2], a[0], calls);
    i = 3;
    int j = a[i] = i + 1;
    printf("%d %d\n", j, a[3]);
    int *p = a;
    *p++ = 1;
    *p++ = 2;
    *++p = 4;
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    p[-1]--;
    printf("%d\n", a[2]);
    struct s s = { { 1, 2, 3, 4 }, &s };
    s.link->link->v[next() - 4] *= 7;
    printf("%d\n", s.v[0]);
    int m[3][3] = { { 0 } };
    i = 0;
    m[i++][2] = 5;
    m[i][i + 1]++;
    m[next() - 3][1] |= 6;
    printf("%d %d %d %d\n", m[0][2], m[1][2], m[2][1], calls);
    i = 2;
    i[a]++;
    printf("%d\n", a[2]);
    char buf[] = "hello";
    char *q = buf, *r = buf + 5;
    while (q < r) {
        char t = *q;
        *q++ = *--r;
        *r = t;
    }
    puts(buf);
    unsigned char k = 255;
    a[++k]++;
    printf("%d %d\n", a[0], k);
    return (&a[next()])[-1];
}
