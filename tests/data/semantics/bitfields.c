// Bit-fields: signs, widths, wrap on store, zero width, straddling, in unions.
#include <stdio.h>
#include <string.h>

struct a { unsigned x : 3; signed y : 4; int z : 5; unsigned w : 20; };
struct b { unsigned char p : 7; unsigned char q : 2; unsigned r : 9; };
struct c { unsigned a : 4; unsigned : 0; unsigned b : 4; };
struct d { unsigned a : 4; unsigned : 6; unsigned b : 4; };
struct e { long long big : 40; unsigned long long ubig : 40; };
struct f { short s : 9; char c : 3; int i : 17; };
union u { struct { unsigned lo : 16; unsigned hi : 16; } part; unsigned whole; };
struct g { char c; int i : 24; char d; };

static void dump(const void *p, int n)
{
    const unsigned char *c = p;
    while (n--)
        printf("%02x", *c++);
    printf("\n");
}

int main(void)
{
    struct a a = { 9, 9, -17, 0xfffff };
    printf("%u %d %d %u\n", a.x, a.y, a.z, a.w);
    a.x = 15; a.y = -9; a.z = 16; a.w++;
    printf("%u %d %d %u\n", a.x, a.y, a.z, a.w);
    a.x += 5;
    a.y <<= 1;
    printf("%u %d\n", a.x, a.y);
    printf("%d %d %d %d %d %d %d\n", (int)sizeof(struct a), (int)sizeof(struct b), (int)sizeof(struct c),
           (int)sizeof(struct d), (int)sizeof(struct e), (int)sizeof(struct f), (int)sizeof(struct g));
    struct b b;
    memset(&b, 0, sizeof b);
    b.p = 0x55; b.q = 2; b.r = 0x1ff;
    dump(&b, sizeof b);
    struct c c;
    memset(&c, 0, sizeof c);
    c.a = 0xf; c.b = 0xa;
    dump(&c, sizeof c);
    struct d d;
    memset(&d, 0, sizeof d);
    d.a = 0xf; d.b = 0xa;
    dump(&d, sizeof d);
    struct e e = { -1, -1 };
    printf("%lld %lld\n", (long long)e.big, (long long)e.ubig);
    e.big = 1LL << 39;
    e.ubig += 1;
    printf("%lld %lld\n", (long long)e.big, (long long)e.ubig);
    struct f f;
    memset(&f, 0, sizeof f);
    f.s = -1; f.c = 2; f.i = -2;
    dump(&f, sizeof f);
    union u u;
    u.whole = 0x12345678;
    printf("%x %x\n", u.part.lo, u.part.hi);
    u.part.hi = 0xffff1;
    printf("%x\n", u.whole);
    struct g g;
    memset(&g, 0, sizeof g);
    g.c = 1; g.i = -1; g.d = 2;
    dump(&g, sizeof g);
    printf("%d\n", a.x - 7 < 0);
    int r = (a.x = 12);
    printf("%d\n", r);
    r = a.y = 12;
    return r + 20;
}
