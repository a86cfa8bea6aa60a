// Initialisers of static objects: addresses with offsets, casts, functions, differences, conditionals, floats.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int base[10] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
struct s { int a; int b[3]; struct s *self; };
static struct s st = { 1, { 2, 3, 4 }, &st };
static int f(void) { return 5; }

static int *p1 = &base[3];
static int *p2 = base + 5;
static int *p3 = &st.b[1];
static int *p4 = &(&st)->a;
static char *p5 = (char *)base + 4 * sizeof(int);
static void *p6 = &st.b;
static int (*fp)(void) = f;
static void *fv = (void *)f;
static uintptr_t up = (uintptr_t)&base[1];
static const char *str = "hello" + 2;
static const char *strs[] = { "a", &"bcd"[1], "e" "f" };
static int cond = sizeof(long) == 8 ? 64 : 32;
static int arith = (5 + 3) * 2 - 9 / 2 % 3 << 1 | 1;
static unsigned neg = -1;
static unsigned char trunc = 0x1ff & 0xfff;
static double d1 = 1 / 2 + 0.5, d2 = -3;
static float fl = 0.1;
static long double ld = 2.5f;
static int fromf = (int)3.99, logic = !0 && 5 || 0, bits = ~0x0f & 0xff;
static _Bool bb = 7, bp = &base != 0;
static size_t off = offsetof(struct s, b[2]) - offsetof(struct s, b[0]);
static char ch = 'a' + 1, arr[] = { 'x', 'y' + 1, 0 };
static int (*tab[])(void) = { f, &f, 0 };
static struct { int (*cb)(void); int *p; } rec[2] = { { f, base + 9 }, { .p = &base[-1 + 2] } };
static int cmp = 3 > 2;
static long long big = 1LL << 40, mulll = 100000LL * 100000;
static void *null = 0, *null2 = (void *)0;
static int *past = &base[10];
static struct s *chain[] = { &st, 0, &st };

int main(void)
{
    printf("%d %d %d %d %d %d\n", *p1, *p2, *p3, *p4, *(int *)p5, *(int *)p6);
    printf("%d %d %d\n", fp(), fv == (void *)f, *(int *)up);
    printf("%s %s %s\n", str, strs[1], strs[2]);
    printf("%d %d %u %d\n", cond, arith, neg, trunc);
    printf("%.2f %.2f %.9g %.2Lf\n", d1, d2, fl, ld);
    printf("%d %d %d %d %d\n", fromf, logic, bits, bb, bp);
    printf("%d %c %s\n", (int)off, ch, arr);
    printf("%d %d %d\n", tab[0](), tab[1](), tab[2] == 0);
    printf("%d %d %d\n", rec[0].cb(), *rec[0].p, *rec[1].p);
    printf("%d %lld %lld\n", cmp, big, mulll);
    printf("%d %d %d\n", null == null2, (int)(past - base), chain[2]->self->self->a);
    static int *local = &base[2];
    return *local;
}
