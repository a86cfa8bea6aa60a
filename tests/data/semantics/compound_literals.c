// Compound literals: address taken, in loops, of arrays and unions, at file scope, as arguments.
#include <stdio.h>

struct p { int x, y; };
static struct p *fp = &(struct p){ 3, 4 };
static int *fa = (int[]){ 1, 2, 3 };
static const char *const *fw = (const char *const[]){ "a", "b", 0 };
static int sizes = sizeof((int[]){ 1, 2, 3, 4 }) / sizeof(int);

static int dot(struct p a, struct p b) { return a.x * b.x + a.y * b.y; }
static int norm(const struct p *p) { return dot(*p, *p); }
static int total(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }

int main(void)
{
    printf("%d %d %d %s %d\n", fp->x, fp->y, fa[2], fw[1], sizes);
    fp->x = 10;
    printf("%d\n", norm(fp));
    printf("%d\n", dot((struct p){ 1, 2 }, (struct p){ .y = 5 }));
    printf("%d\n", norm(&(struct p){ 3, 4 }));
    printf("%d\n", total((int[]){ 1, 2, 3, 4 }, 4));
    printf("%d\n", (struct p){ 7, 8 }.y);
    printf("%d\n", ((int[]){ 5, 6, 7 })[1]);
    for (int i = 0; i < 3; i++) {
        struct p *q = &(struct p){ i, 0 };
        printf("%d%d ", q->x, q->y);
        q->y = 9;
        q->x = 9;
    }
    printf("\n");
    int n = 0;
    struct p *last = 0;
again:
    last = &(struct p){ n, n * n };
    if (++n < 3)
        goto again;
    printf("%d %d\n", last->x, last->y);
    (struct p){ 1, 2 } = (struct p){ 3, 4 };
    int v = (int){ 5 }++;
    printf("%d\n", v);
    struct p s = (struct p){ v, n };
    s = (struct p){ s.y, s.x };
    printf("%d %d\n", s.x, s.y);
    char *t = (char[]){ "text" };
    t[0] = 'T';
    printf("%s %d\n", t, (int)sizeof((char[]){ "text" }));
    union u { int i; unsigned char c[4]; };
    printf("%d\n", ((union u){ 0x01020304 }).c[0]);
    return (int){ 17 };
}
