// Objects with method tables, callbacks with context, arrays of structures of function pointers.
#include <stdio.h>

struct shape;
struct ops { double (*area)(const struct shape *); const char *name; };
struct shape { const struct ops *ops; double a, b; };
static double rect(const struct shape *s) { return s->a * s->b; }
static double tri(const struct shape *s) { return s->a * s->b / 2; }
static const struct ops rects = { rect, "rect" }, tris = { .name = "tri", .area = tri };

typedef void visitor(int, void *);
static void each(int n, visitor *f, void *ctx) { for (int i = 0; i < n; i++) f(i, ctx); }
static void add(int v, void *ctx) { *(int *)ctx += v; }
static void mul(int v, void *ctx) { *(int *)ctx *= v + 1; }
visitor declared_by_typedef;

static const struct cmd { const char *name; int (*run)(int); } *find(const char *);
static int neg(int x) { return -x; }
static int dbl(int x) { return x * 2; }
static const struct cmd cmds[] = { { "neg", neg }, { "dbl", dbl }, { 0, 0 } };
static const struct cmd *find(const char *n)
{
    for (const struct cmd *c = cmds; c->name; c++)
        if (c->name[0] == n[0])
            return c;
    return 0;
}

int main(void)
{
    struct shape shapes[] = { { &rects, 2, 3 }, { &tris, 4, 5 } };
    for (int i = 0; i < 2; i++)
        printf("%s %.1f\n", shapes[i].ops->name, shapes[i].ops->area(&shapes[i]));
    int acc = 0;
    each(5, add, &acc);
    printf("%d\n", acc);
    acc = 1;
    visitor *vs[2] = { mul, declared_by_typedef };
    each(4, vs[0], &acc);
    each(4, *vs[1], &acc);
    printf("%d\n", acc);
    printf("%d %d\n", find("d")->run(21), (*find("n")->run)(3));
    return find("zzz") == 0;
}

void declared_by_typedef(int v, void *ctx) { *(int *)ctx -= v; }
