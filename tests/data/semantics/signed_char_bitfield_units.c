// Bit-fields of every base type, alignment of what follows, bit-fields next to plain members.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct a { char a : 3; short b : 5; int c : 7; char d; };
struct b { long a : 33 - 5; int b : 4; char c; };
struct c { char x; char a : 4; char b : 5; short s; };
struct d { int : 5; int a : 3; int : 0; char z; };
struct e { _Bool f : 1; unsigned char g : 8; unsigned short h : 16; unsigned i : 32; };
struct f { enum { P, Q, R } e : 2; unsigned u : 2; };
union g { unsigned a : 5; signed char b : 3; };
struct h { long long a : 60; int b : 10; };
struct i { short a : 9; short b : 9; short c : 9; };
struct j { char c; int : 0; char d; };
struct k { unsigned a : 1, b : 2, c : 3; };

#define S(t) printf(#t " %d %d\n", (int)sizeof(t), (int)_Alignof(t))

static void dump(const void *p, unsigned n)
{
    for (const unsigned char *c = p; n--; c++)
        printf("%02x", *c);
    printf("\n");
}

int main(void)
{
    S(struct a); S(struct b); S(struct c); S(struct d); S(struct e); S(struct f); S(union g); S(struct h);
    S(struct i); S(struct j); S(struct k);
    printf("%d %d %d\n", (int)offsetof(struct a, d), (int)offsetof(struct c, s), (int)offsetof(struct j, d));
    struct a a; memset(&a, 0, sizeof a); a.a = 3; a.b = 15; a.c = 63; a.d = 1; dump(&a, sizeof a);
    struct c c; memset(&c, 0, sizeof c); c.a = -1; c.b = 15; c.s = 0x102; dump(&c, sizeof c);
    struct h h; memset(&h, 0, sizeof h); h.a = 1; h.b = -1; dump(&h, sizeof h);
    struct i i; memset(&i, 0, sizeof i); i.a = 1; i.b = 255; i.c = -1; dump(&i, sizeof i);
    struct f f = { R, 3 };
    printf("%d %d\n", f.e, f.u);
    struct e e = { 1, 300 & 255, -1, -1 };
    printf("%d %d %d %u\n", e.f, e.g, e.h, e.i);
    struct k k = { 1, 2, 5 };
    k.a ^= 1; k.b |= 1; k.c &= 6;
    printf("%d%d%d\n", k.a, k.b, k.c);
    union g g; memset(&g, 0, sizeof g); g.a = 31;
    printf("%d\n", g.b);
    return k.c;
}
