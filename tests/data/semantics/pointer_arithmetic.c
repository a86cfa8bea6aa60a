// Pointer arithmetic, difference, comparison, void and char pointers, null, casts to integers and back.
#include <stdint.h>
#include <stdio.h>

struct s { int a; char b[9]; };

int main(void)
{
    int a[10];
    for (int i = 0; i < 10; i++)
        a[i] = i * i;
    int *p = a + 3, *q = &a[8];
    printf("%d %d\n", (int)(q - p), (int)(p - q));
    printf("%d%d%d%d\n", p < q, p >= q, p == q, p != a);
    p += 2;
    q -= 1;
    printf("%d %d\n", *p, *q);
    printf("%d %d\n", *(p - 1), p[1]);
    printf("%d\n", *(2 + p));
    printf("%d\n", (int)((char *)q - (char *)p));
    unsigned char one = 1;
    printf("%d\n", *(p + one));
    long long m = -1;
    printf("%d\n", p[m]);
    unsigned un = 1;
    printf("%d\n", *(p - un));
    void *v = a;
    v = (char *)v + sizeof(int);
    printf("%d\n", *(int *)v);
    v += 4;
    printf("%d\n", *(int *)v);
    struct s arr[4];
    printf("%d %d\n", (int)(&arr[3] - &arr[1]), (int)((char *)&arr[2] - (char *)arr) / (int)sizeof(struct s));
    uintptr_t u = (uintptr_t)&a[2];
    int *back = (int *)u;
    printf("%d\n", *back);
    printf("%d\n", (int)((uintptr_t)(a + 1) - (uintptr_t)a));
    int *null = 0;
    printf("%d%d%d\n", null == NULL, !null, null ? 1 : 0);
    printf("%d\n", (void *)p == p);
    int *end = a + 10, n = 0;
    for (int *it = a; it != end; ++it)
        n += *it;
    printf("%d\n", n);
    int **pp = &p;
    *pp += 1;
    printf("%d\n", **pp);
    const char *s = "pointer", *t = s;
    while (*t)
        t++;
    printf("%d\n", (int)(t - s));
    p = q = a;
    ++p;
    printf("%d\n", p > q);
    int (*fn)(void) = (int (*)(void))(intptr_t)0;
    return fn == 0 ? (int)(p - q) + 5 : 0;
}
