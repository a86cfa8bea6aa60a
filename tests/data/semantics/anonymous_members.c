// Anonymous structures and unions: access, initialisers, offsets, nesting.
#include <stddef.h>
#include <stdio.h>

struct v {
    int tag;
    union {
        struct { int x, y; };
        struct { float fx, fy; };
        int arr[2];
        struct { union { unsigned u; unsigned char bytes[4]; }; char last; };
    };
    const struct { int ro; };
};
union top { struct { unsigned char lo, hi; }; unsigned short both; };
static struct v g = { 1, { { 2, 3 } }, { 4 } };
static struct v h = { .y = 7, .tag = 5, .ro = 9 };

int main(void)
{
    printf("%d %d %d %d\n", g.tag, g.x, g.y, g.ro);
    printf("%d %d %d %d\n", h.tag, h.x, h.y, h.ro);
    g.arr[1] = 0x01020304;
    printf("%x\n", g.y);
    g.u = 0xa0b0c0d0;
    printf("%x %x\n", g.bytes[0], g.bytes[3]);
    printf("%d %d %d\n", (int)offsetof(struct v, fy), (int)offsetof(struct v, last), (int)offsetof(struct v, ro));
    struct v *p = &h;
    p->x++;
    p->fx = 1.5f;
    printf("%.1f %d\n", p->fx, (int)sizeof *p);
    union top t = { .both = 0x1234 };
    printf("%x %x\n", t.lo, t.hi);
    t.hi++;
    printf("%x\n", t.both);
    struct { struct { int deep; } in; struct { int deeper; }; } an = { { 3 }, { 4 } };
    return an.in.deep * 10 + an.deeper;
}
