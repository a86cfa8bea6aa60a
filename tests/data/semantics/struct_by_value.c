// Structures by value: passed, returned, assigned, nested members of call results, of every size.
#include <stdio.h>

struct tiny { char c; };
struct two { int a, b; };
struct mix { double d; int i; };
struct big { int v[20]; };
struct nest { struct two t; struct mix m; char name[8]; };
union u { int i; double d; };

static struct tiny mk_tiny(char c) { struct tiny t = { c }; return t; }
static struct two mk_two(int a, int b) { return (struct two){ a, b }; }
static struct mix mk_mix(struct mix m) { m.d *= 2; m.i++; return m; }
static struct big mk_big(int n) { struct big b; for (int i = 0; i < 20; i++) b.v[i] = n + i; return b; }
static struct nest mk_nest(void) { struct nest n = { { 1, 2 }, { 3.5, 4 }, "nest" }; return n; }
static union u mk_u(int i) { union u r; r.i = i; return r; }
static int sum_big(struct big b) { int s = 0; for (int i = 0; i < 20; i++) s += b.v[i]; b.v[0] = 99; return s; }
static struct two swap(struct two t) { int x = t.a; t.a = t.b; t.b = x; return t; }
static int take(struct tiny a, struct two b, struct mix c, union u d) { return a.c + b.a + b.b + (int)c.d + c.i + d.i; }

int main(void)
{
    printf("%c\n", mk_tiny('q').c);
    printf("%d\n", mk_two(3, 4).b);
    struct two t = swap(swap(swap(mk_two(5, 6))));
    printf("%d %d\n", t.a, t.b);
    printf("%.1f %d\n", mk_mix(mk_mix((struct mix){ 1.5, 1 })).d, mk_mix((struct mix){ 0, 8 }).i);
    struct big b = mk_big(1), c;
    c = b;
    c.v[0] = 100;
    printf("%d %d %d\n", sum_big(b), sum_big(c), b.v[0]);
    printf("%d\n", mk_big(7).v[3]);
    printf("%s %.1f %d\n", mk_nest().name, mk_nest().m.d, mk_nest().t.b);
    printf("%c\n", mk_nest().name[2]);
    printf("%d\n", take(mk_tiny(1), mk_two(2, 3), (struct mix){ 4.9, 5 }, mk_u(6)));
    struct nest n = mk_nest(), *p = &n;
    n.t = swap(p->t);
    *p = *p;
    struct nest arr[2] = { n, mk_nest() };
    arr[1].t = arr[0].t;
    printf("%d %d\n", arr[1].t.a, arr[1].t.b);
    struct big *q = &b;
    *q = mk_big(50);
    printf("%d\n", q->v[19]);
    t = (n.t = mk_two(8, 9));
    printf("%d\n", t.a + n.t.b);
    return (t = mk_two(21, 0)).a;
}
